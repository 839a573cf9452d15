import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { METHODS, methodText } from "../../payments/history/methods";
import { useUserData } from "../../shared/api/resources";
import { useUserList } from "../../shared/api/userList";
import { CutText } from "../../shared/components/CutText";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { Time } from "../../shared/components/Time";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { formatMoney, sumOf } from "../../shared/money";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { PagedTable } from "../../shared/screens/PagedTable";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { formatSiteDate } from "../../shared/siteTime";
import { type BookEntry, downloadCsv, type MethodTotal, reportCalls } from "./api";
import { Checks } from "./Checks";
import { DaysForm } from "./DaysForm";
import { bookRanges, type Days, daysError, parseBooks, writeBooks } from "./search";

/** On a phone these are less than five screens. */
const PAGE_SIZE = "40";
const KINDS: Record<BookEntry["kind"], string> = {
  CHARGE: "Charge",
  REFUND: "Refund",
  RETURNED: "Returned by the bank",
  MOVE: "Moved to another class",
};

/** Every movement of money in some days, the oldest first; what it sums up to, and the checks to deposit. */
export function Books() {
  const [wanted, change] = useSearchState(parseBooks, writeBooks);
  const ranges = bookRanges();
  const days = { from: wanted.from || ranges[0][1].from, to: wanted.to || ranges[0][1].to };
  const csv = reportCalls.books({ ...days, format: "csv" });
  return (
    <>
      <DaysForm days={days} change={change} download={() => downloadCsv(csv, "books")} />
      <p className="d-flex flex-wrap gap-2 mb-3 no-print">
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
        <Button
          size="sm"
          variant="outline-secondary"
          className="ms-auto"
          active={wanted.show === "checks"}
          aria-pressed={wanted.show === "checks"}
          onClick={() => change({ show: wanted.show === "checks" ? "" : "checks" })}
        >
          Checks to deposit
        </Button>
      </p>
      {wanted.show === "checks" ? <Checks days={days} /> : <Movements days={days} />}
    </>
  );
}

function Movements({ days }: { days: Days }) {
  const entries = useUserList((after) =>
    reportCalls.books({ ...days, limit: PAGE_SIZE, ...(after === null ? null : { after }) }),
  );
  return (
    <>
      {entries.rows?.length && !entries.error ? <Totals days={days} /> : null}
      <PagedTable
        caption="Movements of money, the oldest first"
        columns={COLUMNS}
        list={entries}
        keyOf={({ _id }) => _id}
        onPhone="lines"
        className="book-entries"
        empty={<EmptyState title="No money moved in these days." />}
        errorText={daysError(entries.error)}
      />
    </>
  );
}

type TotalRow = Omit<MethodTotal, "method"> & { name: string };

function Totals({ days }: { days: Days }) {
  const { data } = useUserData(reportCalls.bookTotals({ ...days }));
  if (!data) return <RowSkeletons count={3} />;
  if (data.length === 0) return null;
  const sum = (field: Exclude<keyof TotalRow, "name">) => sumOf(data.map((row) => row[field]));
  const rows: TotalRow[] = [
    ...data.map(({ method, ...sums }) => ({ ...sums, name: METHODS[method] })),
    {
      name: "Total",
      charged: sum("charged"),
      refunded: sum("refunded"),
      returned: sum("returned"),
      total: sum("total"),
    },
  ];
  return (
    <DataTable
      caption="Totals by method"
      columns={TOTAL_COLUMNS}
      rows={rows}
      keyOf={({ name }) => name}
      onPhone="table"
      className="book-totals"
    />
  );
}

const NUMBER = "amount col-number";
const TOTAL_COLUMNS: readonly Column<TotalRow>[] = [
  { heading: "Paid", cell: ({ name }) => name },
  { heading: "Charged", cell: ({ charged }) => formatMoney(charged), className: NUMBER },
  {
    heading: "Given back",
    cell: ({ refunded, returned }) => formatMoney(sumOf([refunded, returned])),
    className: NUMBER,
  },
  { heading: "Total", cell: ({ total }) => <strong>{formatMoney(total)}</strong>, className: NUMBER },
];

/** Only a check is returned, and a move has no method. */
function whatText({ kind, method }: BookEntry): string {
  return kind === "CHARGE" || kind === "REFUND" ? `${KINDS[kind]} ${methodText(method)}` : KINDS[kind];
}

const COLUMNS: readonly Column<BookEntry>[] = [
  {
    heading: "Date",
    cell: ({ date }) => <Time iso={date}>{formatSiteDate(date)}</Time>,
    className: "col-date",
  },
  { heading: "What", cell: whatText, className: "col-what" },
  { heading: "Amount", cell: ({ amount }) => formatMoney(amount), className: `${NUMBER} col-sum` },
  {
    heading: "Class",
    cell: ({ classId, nameClass }) => (
      <CutText text={nameClass ?? ""} to={classId && pages.staffClass(classId)} />
    ),
    className: "col-cut col-class",
  },
  {
    heading: "Family",
    cell: ({ familyId, name, email }) => <Link to={pages.family(familyId)}>{name || email}</Link>,
    className: "col-family",
  },
  {
    heading: "Reference",
    cell: ({ reference }) => (reference ? <CutText text={reference} /> : null),
    className: "col-cut col-reference",
  },
];
