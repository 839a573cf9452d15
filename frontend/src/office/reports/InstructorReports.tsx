import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { type InstructorReport, reportCalls } from "./api";
import { SeasonReport } from "./SeasonReport";

/** The lessons and hours that each instructor has taught. */
export function InstructorReports() {
  return (
    <SeasonReport callOf={reportCalls.instructors} name="instructors" empty="No lesson is over yet.">
      {(instructors) => (
        <DataTable
          caption="Lessons and hours taught"
          columns={COLUMNS}
          rows={instructors}
          keyOf={({ instructorId }) => instructorId}
        />
      )}
    </SeasonReport>
  );
}

const COLUMNS: readonly Column<InstructorReport>[] = [
  { heading: "Instructor", cell: ({ name }) => name },
  { heading: "Email", cell: ({ email }) => <EmailLink address={email} /> },
  { heading: "Lessons taught", cell: ({ lessons }) => lessons, className: "amount col-number" },
  { heading: "Hours taught", cell: ({ hours }) => hours, className: "amount col-number" },
];
