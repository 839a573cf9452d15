import { Link } from "react-router-dom";
import { useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { useFirstRows } from "../../shared/components/useFirstRows";
import { formatMoney, sumOf } from "../../shared/money";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { type ClassReport, downloadCsv, reportCalls } from "./api";
import { SeasonForm, useSeasonQuery } from "./SeasonForm";
import { Totals } from "./Totals";

/** On a phone these are less than five screens. */
const FIRST_ROWS = 12;

const FRESH = { dedupingInterval: 0, keepPreviousData: true };

/** What the classes of a season have sold, and how much of it is earned. */
export function ClassReports() {
  const { query, ...form } = useSeasonQuery();
  const csv = reportCalls.classes({ ...query, format: "csv" });
  return (
    <>
      <SeasonForm {...form} download={() => downloadCsv(csv, "classes")} />
      <Report query={query} />
    </>
  );
}

function Report({ query }: { query: Record<string, string> }) {
  const { data, error, mutate } = useUserData(reportCalls.classes(query), FRESH);
  if (!data) return <LoadingRows error={error} retry={mutate} count={8} />;
  if (data.length === 0) return <EmptyState title="This season has no approved classes." />;
  return <Classes classes={data} />;
}

function Classes({ classes }: { classes: ClassReport[] }) {
  const { shown, container, more } = useFirstRows(classes, FIRST_ROWS);
  return (
    <div ref={container}>
      <Totals
        of={SUMS.map(([name, column]) => [name, formatMoney(sumOf(classes.map((row) => row[column])))])}
      />
      <DataTable
        caption="Classes by first lesson"
        columns={COLUMNS}
        rows={shown}
        keyOf={({ classId }) => classId}
        className="class-report"
      />
      {more}
    </div>
  );
}

/** What became of the list prices, in this order. */
export const AMOUNTS = [
  ["List", "list"],
  ["Discount", "discount"],
  ["Charged", "charged"],
  ["Refunded", "refunded"],
  ["Kept", "kept"],
  ["Earned", "earned"],
  ["Not yet earned", "notYetEarned"],
] as const;

/** Those above the table. */
const SUMS = AMOUNTS.slice(2);

const COLUMNS: readonly Column<ClassReport>[] = [
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => <Link to={pages.staffClass(classId)}>{nameClass}</Link>,
  },
  {
    heading: "Seats",
    cell: ({ seats, capacity }) => `${seats} / ${capacity}`,
    className: "amount col-number",
  },
  { heading: "Waiting", cell: ({ waiting }) => waiting, className: "amount col-number" },
  {
    heading: "Lessons held",
    cell: ({ lessonsHeld, lessons }) => `${lessonsHeld} / ${lessons}`,
    className: "amount col-number",
  },
  ...AMOUNTS.map(([heading, name]) => ({
    heading,
    cell: (row: ClassReport) => formatMoney(row[name]),
    className: "amount col-number",
  })),
];
