import { Link } from "react-router-dom";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { useFirstRows } from "../../shared/components/useFirstRows";
import { formatMoney, sumOf } from "../../shared/money";
import { pages } from "../../shared/paths";
import { type ClassReport, reportCalls } from "./api";
import { SeasonReport } from "./SeasonReport";
import { Totals } from "./Totals";

/** On a phone these are less than five screens. */
const FIRST_ROWS = 12;

/** What the classes of a season have sold, and how much of it is earned. */
export function ClassReports() {
  return (
    <SeasonReport callOf={reportCalls.classes} name="classes" empty="This season has no approved classes.">
      {(classes) => <Classes classes={classes} />}
    </SeasonReport>
  );
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
