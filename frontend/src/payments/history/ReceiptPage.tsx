import { useParams } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { downloadFile } from "../../shared/api/downloadFile";
import { FRESH, useUserData } from "../../shared/api/resources";
import type { ResponseBody } from "../../shared/api/types";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { formatMoney } from "../../shared/money";
import { calls, pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { formatSiteDate } from "../../shared/siteTime";
import { DocumentButtons } from "./DocumentButtons";
import { DocumentLine } from "./DocumentLine";
import { daysText } from "./days";
import { METHODS } from "./methods";
import { SchoolAddress } from "./SchoolAddress";

type Receipt = ResponseBody<"GET", "/payments/{id}/receipt">;
type Line = Receipt["lines"][number];

/** The receipt of the order of a payment, for its student and for admins. The PDF says the same. */
export default function ReceiptPage() {
  const { id = "" } = useParams();
  const session = useSessionState();
  // A refund changes it.
  const { data, error, mutate } = useUserData(calls.receipt(id), FRESH);
  return (
    <>
      {session.status === "in" && session.role === "student" ? (
        <BackLink to={pages.myPaymentHistory}>My Payment History</BackLink>
      ) : null}
      <PageHeading className="mb-3">Receipt{data ? ` ${data.number}` : ""}</PageHeading>
      {data ? <ReceiptText receipt={data} /> : null}
      {data ? (
        <DocumentButtons
          download={() => downloadFile(calls.receiptPdf(id), "application/pdf", "receipt.pdf")}
        />
      ) : null}
      {!data && error?.isNotFound ? <EmptyState title="You don't have this receipt." /> : null}
      {data || error?.isNotFound ? null : <LoadingRows error={error} retry={mutate} />}
    </>
  );
}

function ReceiptText({ receipt }: { receipt: Receipt }) {
  return (
    <article className="document">
      <SchoolAddress school={receipt.school} />
      <dl>
        <DocumentLine term="Paid by">
          {receipt.paidBy}
          <span className="d-block">{receipt.email}</span>
        </DocumentLine>
        <DocumentLine term="Date">{formatSiteDate(receipt.date)}</DocumentLine>
        <DocumentLine term="Method">
          {receipt.method === null ? "Nothing to pay" : METHODS[receipt.method]}
        </DocumentLine>
        {receipt.transactionId === null ? null : (
          <DocumentLine term="Transaction">{receipt.transactionId}</DocumentLine>
        )}
      </dl>
      <DataTable
        caption="What was paid"
        columns={COLUMNS}
        rows={receipt.lines}
        keyOf={({ paymentId }) => paymentId}
      />
      <dl className="mt-3">
        <DocumentLine term="Total paid">
          <strong className="amount">{formatMoney(receipt.total)}</strong>
        </DocumentLine>
        <DocumentLine term="Refunded">
          <span className="amount">{formatMoney(receipt.refunded)}</span>
        </DocumentLine>
      </dl>
    </article>
  );
}

const COLUMNS: readonly Column<Line>[] = [
  { heading: "Class", cell: (line) => <ClassCell line={line} /> },
  { heading: "List price", cell: ({ listPrice }) => formatMoney(listPrice), className: "amount col-number" },
  { heading: "Discount", cell: ({ discount }) => formatMoney(discount), className: "amount col-number" },
  { heading: "Paid", cell: ({ amount }) => formatMoney(amount), className: "amount col-number" },
  { heading: "Refunded", cell: ({ refund }) => formatMoney(refund), className: "amount col-number" },
];

function ClassCell({ line: { nameClass, participant, days, returned } }: { line: Line }) {
  return (
    <>
      <strong>{nameClass}</strong> for {participant}
      <span className="d-block small">Days of service: {daysText(days)}</span>
      {returned ? <span className="d-block small">Check returned unpaid</span> : null}
    </>
  );
}
