import { methodText } from "../../payments/history/methods";
import { type PaginatedList, useUserData, useUserList } from "../../shared/api/resources";
import { BusyButton } from "../../shared/components/BusyButton";
import { CutText } from "../../shared/components/CutText";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { Time } from "../../shared/components/Time";
import { formatMoney, sumOf } from "../../shared/money";
import { calls } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDate } from "../../shared/siteTime";
import { type BookEntry, daysQuery } from "./api";
import type { ReportSearch } from "./search";
import { Totals } from "./Totals";

const PAGE_SIZE = "50";
const KINDS: Record<BookEntry["kind"], string> = {
  CHARGE: "Charge",
  REFUND: "Refund",
  RETURNED: "Returned by the bank",
  MOVE: "Moved to another class",
};

/** Every movement of money in some days, the oldest first. */
export function Books({ search }: { search: ReportSearch }) {
  const query = daysQuery(search);
  const entries = useUserList((after) =>
    calls.books({ ...query, limit: PAGE_SIZE, ...(after === null ? null : { after }) }),
  );
  const failure = entries.error && !entries.isLoading ? entries.error : null;
  const text = Object.values(failure?.fields ?? {})[0]?.join(" ");
  return (
    <>
      {failure ? <ErrorState error={failure} text={text} retry={entries.refresh} /> : null}
      {entries.rows && !failure ? <Income search={search} /> : null}
      {failure && !entries.isPartial ? null : <Entries entries={entries} />}
    </>
  );
}

/** The sum of the entries, as the overview has it. */
function Income({ search: { from, to } }: { search: ReportSearch }) {
  const { data } = useUserData(calls.overview({ firstDay: from, lastDay: to }));
  const income = data ? formatMoney(sumOf(data.weeks.map((week) => week.income))) : "\u00a0";
  return <Totals of={[["Charged less refunded or returned in these days", income]]} />;
}

function Entries({ entries: { rows, total, isLoading, loadMore } }: { entries: PaginatedList<BookEntry> }) {
  if (!rows) return <RowSkeletons count={8} />;
  if (rows.length === 0) return <EmptyState title="No money moved in these days." />;
  return (
    <>
      <DataTable
        caption="Movements of money, the oldest first"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ _id }) => _id}
      />
      {rows.length < total ? (
        <BusyButton variant="outline-primary" busy={isLoading} onClick={loadMore}>
          Show more ({(total - rows.length).toLocaleString("en-US")})
        </BusyButton>
      ) : null}
    </>
  );
}

/** Only a check is returned, and a move has no method. */
function whatText({ kind, method }: BookEntry): string {
  return kind === "CHARGE" || kind === "REFUND" ? `${KINDS[kind]} ${methodText(method)}` : KINDS[kind];
}

const COLUMNS: readonly Column<BookEntry>[] = [
  { heading: "Date", cell: ({ date }) => <Time iso={date}>{formatSiteDate(date)}</Time> },
  { heading: "What", cell: whatText },
  { heading: "Amount", cell: ({ amount }) => formatMoney(amount), className: "amount col-number" },
  { heading: "Class", cell: ({ nameClass }) => <CutText text={nameClass ?? ""} />, className: "col-cut" },
  { heading: "Family", cell: ({ name, email }) => <CutText text={name || email} />, className: "col-cut" },
  {
    heading: "Reference",
    cell: ({ reference, refundId, transactionId }) => (
      <CutText text={reference || refundId || transactionId || ""} />
    ),
    className: "col-cut",
  },
];
