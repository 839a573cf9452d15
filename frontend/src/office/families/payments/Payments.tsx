import { Link } from "react-router-dom";
import { MoveTexts, PartRefundTexts } from "../../../payments/history/changes";
import { METHODS, methodText } from "../../../payments/history/methods";
import { PaymentStatusBadge } from "../../../payments/history/PaymentStatus";
import { type Column, DataTable } from "../../../shared/components/DataTable";
import { Time } from "../../../shared/components/Time";
import { formatMoney, formatPrice } from "../../../shared/money";
import { pages } from "../../../shared/paths";
import { formatSiteMoment } from "../../../shared/siteTime";
import type { Family, FamilyPayment } from "../../api";
import { Section } from "../../Section";
import { PaymentActions } from "./PaymentActions";
import { forName } from "./texts";

const COLUMNS: readonly Column<FamilyPayment>[] = [
  { heading: "Class", cell: (payment) => <ClassCell payment={payment} /> },
  { heading: "Paid", cell: (payment) => <PaidCell payment={payment} /> },
  { heading: "Price", cell: ({ price }) => formatPrice(price), className: "amount" },
  { heading: "Status", cell: (payment) => <StatusCell payment={payment} /> },
];

/** The payments of a family, the latest first, with what happened to them and what the office can do. */
export function Payments({ family }: { family: Family }) {
  const { payments } = family;
  const actions = (payment: FamilyPayment) => <PaymentActions family={family} payment={payment} />;
  return (
    <Section title="Payments">
      {payments.length === 0 ? (
        <p>No payments.</p>
      ) : (
        <DataTable
          caption="Payments"
          columns={[...COLUMNS, { heading: "Change", cell: actions, className: "col-actions no-print" }]}
          rows={payments}
          keyOf={({ _id }) => _id}
        />
      )}
    </Section>
  );
}

function ClassCell({ payment }: { payment: FamilyPayment }) {
  return (
    <>
      {forName(payment)}
      <MoveTexts payment={payment} />
    </>
  );
}

function PaidCell({ payment }: { payment: FamilyPayment }) {
  const { date, method, reference, takenBy, price } = payment;
  return (
    <>
      <Time iso={date}>{formatSiteMoment(date)}</Time>
      <span className="d-block small">
        {[method && METHODS[method], reference].filter(Boolean).join(", ")}
      </span>
      {takenBy ? <span className="d-block small">Taken by {takenBy}</span> : null}
      {price > 0 ? (
        <Link className="d-block small no-print" to={pages.receipt(payment)}>
          Receipt<span className="visually-hidden"> for {forName(payment)}</span>
        </Link>
      ) : null}
    </>
  );
}

function StatusCell({ payment }: { payment: FamilyPayment }) {
  const { moneyBack, refundOwed, refundReason, note, dispute } = payment;
  return (
    <>
      <PaymentStatusBadge payment={payment} />
      {refundReason ? (
        <span className="d-block small">
          {refundReason} {note}
        </span>
      ) : null}
      {refundOwed > 0 ? <span className="d-block small">{formatMoney(refundOwed)} owed</span> : null}
      {dispute ? (
        <span className="d-block small">{dispute === "lost" ? "Dispute lost" : "Disputed"}</span>
      ) : null}
      <PartRefundTexts payment={payment} />
      {moneyBack.map(({ date, kind, amount, method, reference, by }) => (
        <span key={`${kind}${date}`} className="d-block small">
          {formatMoney(amount)}{" "}
          {kind === "RETURNED" ? "returned by the bank" : `refunded ${methodText(method)}`}
          {reference ? ` (${reference})` : ""}, {formatSiteMoment(date)}
          {by ? `, by ${by}` : ""}
        </span>
      ))}
    </>
  );
}
