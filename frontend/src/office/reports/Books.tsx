import Button from "react-bootstrap/Button";
import { methodText } from "../../payments/history/methods";
import { type PaginatedList, useUserData, useUserList } from "../../shared/api/resources";
import { BusyButton } from "../../shared/components/BusyButton";
import { CutText } from "../../shared/components/CutText";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { Time } from "../../shared/components/Time";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { formatMoney, sumOf } from "../../shared/money";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDate } from "../../shared/siteTime";
import { type BookEntry, downloadCsv, reportCalls } from "./api";
import { DaysForm } from "./DaysForm";
import { bookRanges, type Days, parseDays, writeDays } from "./search";
import { Totals } from "./Totals";

const PAGE_SIZE = "50";
const KINDS: Record<BookEntry["kind"], string> = {
  CHARGE: "Charge",
  REFUND: "Refund",
  RETURNED: "Returned by the bank",
  MOVE: "Moved to another class",
};

/** Every movement of money in some days, the oldest first. */
export function Books() {
  const [wanted, change] = useSearchState(parseDays, writeDays);
  const ranges = bookRanges();
  const days = { from: wanted.from || ranges[0][1].from, to: wanted.to || ranges[0][1].to };
  const csv = reportCalls.books({ ...days, format: "csv" });
  return (
    <>
      <DaysForm days={days} change={change} download={() => downloadCsv(csv, "books")} />
      <p className="d-flex flex-wrap gap-2 no-print">
        {ranges.map(([name, range]) => (
          <Button
            key={name}
            size="sm"
            variant="outline-secondary"
            active={range.from === days.from && range.to === days.to}
            aria-pressed={range.from === days.from && range.to === days.to}
            onClick={() => change(range)}
          >
            {name}
          </Button>
        ))}
      </p>
      <Movements days={days} />
    </>
  );
}

function Movements({ days }: { days: Days }) {
  const entries = useUserList((after) =>
    reportCalls.books({ ...days, limit: PAGE_SIZE, ...(after === null ? null : { after }) }),
  );
  const failure = entries.error && !entries.isLoading ? entries.error : null;
  const text = Object.values(failure?.fields ?? {})[0]?.join(" ");
  return (
    <>
      {failure ? <ErrorState error={failure} text={text} retry={entries.refresh} /> : null}
      {entries.rows && !failure ? <Income days={days} /> : null}
      {failure && !entries.isPartial ? null : <Entries entries={entries} />}
    </>
  );
}

/** The sum of the entries, as the overview has it. */
function Income({ days: { from, to } }: { days: Days }) {
  const { data } = useUserData(reportCalls.overview({ firstDay: from, lastDay: to }));
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
    cell: ({ reference }) => (reference ? <CutText text={reference} /> : null),
    className: "col-cut",
  },
];
