import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { FRESH, useUserData } from "../../shared/api/resources";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { formatMoney, sumOf } from "../../shared/money";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDate } from "../../shared/siteTime";
import { type Check, reportCalls } from "./api";
import { type Days, daysError } from "./search";
import { Totals } from "./Totals";

/** The checks that families have paid with in some days, to print for the deposit at the bank. Complete, for its sum. */
export function Checks({ days: { from, to } }: { days: Days }) {
  const { data, error, mutate } = useUserData(reportCalls.checks({ from, to }), FRESH);
  if (error && !data) {
    return <ErrorState error={error} text={daysError(error)} retry={() => mutate()} />;
  }
  if (!data) return <RowSkeletons count={8} />;
  if (data.length === 0) return <EmptyState title="Nobody paid by check in these days." />;
  const total = formatMoney(sumOf(data.map(({ amount }) => amount)));
  return (
    <>
      <Totals
        of={[
          ["Checks", data.length.toLocaleString("en-US")],
          ["Total", total],
        ]}
      />
      <Button variant="outline-secondary" className="mb-3 no-print" onClick={() => window.print()}>
        Print
      </Button>
      <DataTable
        caption="Checks to deposit, the oldest first"
        columns={COLUMNS}
        rows={data}
        keyOf={({ _id }) => _id}
        onPhone="table"
      />
    </>
  );
}

const COLUMNS: readonly Column<Check>[] = [
  { heading: "Check", cell: ({ reference }) => reference || "No number" },
  {
    heading: "Family",
    cell: ({ familyId, name, email }) => <Link to={pages.family(familyId)}>{name || email}</Link>,
  },
  { heading: "Date", cell: ({ date }) => formatSiteDate(date) },
  { heading: "Amount", cell: ({ amount }) => formatMoney(amount), className: "amount col-number" },
];
