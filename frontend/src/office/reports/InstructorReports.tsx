import { useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { downloadCsv, type InstructorReport, reportCalls } from "./api";
import { SeasonForm, useSeasonQuery } from "./SeasonForm";

const FRESH = { dedupingInterval: 0, keepPreviousData: true };

/** The lessons and hours that each instructor has taught. */
export function InstructorReports() {
  const { query, ...form } = useSeasonQuery();
  const csv = reportCalls.instructors({ ...query, format: "csv" });
  return (
    <>
      <SeasonForm {...form} download={() => downloadCsv(csv, "instructors")} />
      <Report query={query} />
    </>
  );
}

function Report({ query }: { query: Record<string, string> }) {
  const { data, error, mutate } = useUserData(reportCalls.instructors(query), FRESH);
  if (!data) return <LoadingRows error={error} retry={mutate} count={8} />;
  if (data.length === 0) return <EmptyState title="No lesson is over yet." />;
  return (
    <DataTable
      caption="Lessons and hours taught"
      columns={COLUMNS}
      rows={data}
      keyOf={({ instructorId }) => instructorId}
    />
  );
}

const COLUMNS: readonly Column<InstructorReport>[] = [
  { heading: "Instructor", cell: ({ name }) => name },
  { heading: "Email", cell: ({ email }) => <EmailLink address={email} /> },
  { heading: "Lessons taught", cell: ({ lessons }) => lessons, className: "amount col-number" },
  { heading: "Hours taught", cell: ({ hours }) => hours, className: "amount col-number" },
];
