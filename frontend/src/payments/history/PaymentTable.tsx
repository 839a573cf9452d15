import { Link } from "react-router-dom";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { Time } from "../../shared/components/Time";
import { formatMoney, formatPrice, sumOf } from "../../shared/money";
import { pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { formatSiteMoment } from "../../shared/siteTime";
import type { Payment } from "../api";
import { MoveTexts, PartRefundTexts } from "./changes";
import { methodText } from "./methods";
import { PaymentStatusBadge } from "./PaymentStatus";

const COLUMNS: readonly Column<Payment>[] = [
  { heading: "No.", cell: (_payment, index) => index + 1, className: "amount col-wide" },
  {
    heading: "Banner",
    cell: ({ image }) => <Picture src={image} alt="" sizes="6rem" className="payment-banner" />,
    className: "col-wide no-print",
  },
  { heading: "Class", cell: (payment) => <ClassCell payment={payment} />, className: "col-class" },
  {
    heading: "Instructor email",
    cell: ({ instructorEmail }) => <EmailLink address={instructorEmail} />,
    className: "col-wide",
  },
  { heading: "Price", cell: ({ price }) => formatPrice(price), className: "amount col-price" },
  {
    heading: "Payment date",
    cell: (payment) => <PaidCell payment={payment} />,
    className: "col-date",
  },
  { heading: "Status", cell: (payment) => <StatusCell payment={payment} />, className: "col-status" },
];

/** A table of payments, with their totals. */
export function PaymentTable({ payments }: { payments: Payment[] }) {
  const paid = sumOf(payments.map(({ returned, price }) => (returned ? 0 : price)));
  const refunded = sumOf(
    payments.map(({ returned, paidBack, refundedAmount }) => (returned ? paidBack : refundedAmount)),
  );
  return (
    <>
      <DataTable
        caption="Your payments, newest first"
        columns={COLUMNS}
        rows={payments}
        keyOf={({ _id }) => _id}
        onPhone="lines"
        className="payments-table"
      />
      <p className="my-3">
        Total paid: <strong className="amount">{formatMoney(paid)}</strong>
        {refunded > 0 ? (
          <>
            , refunded: <strong className="amount">{formatMoney(refunded)}</strong>
          </>
        ) : null}
      </p>
    </>
  );
}

function ClassCell({ payment }: { payment: Payment }) {
  const participantText = useParticipantText()(payment);
  return (
    <div>
      <Link to={pages.myEnrolledClass(payment)}>{payment.nameClass}</Link>
      {participantText === null ? null : <span className="payment-for"> {participantText}</span>}
      <span className="col-wide">
        <MoveTexts payment={payment} />
      </span>
    </div>
  );
}

function PaidCell({ payment }: { payment: Payment }) {
  const { date, method, nameClass, price } = payment;
  const name = withParticipant(nameClass, useParticipantText()(payment));
  return (
    <div>
      <Time iso={date}>{formatSiteMoment(date)}</Time> {methodText(method)}
      {price > 0 ? (
        <Link className="payment-receipt small no-print" to={pages.receipt(payment)}>
          Receipt<span className="visually-hidden"> for {name}</span>
        </Link>
      ) : null}
    </div>
  );
}

function StatusCell({ payment }: { payment: Payment }) {
  return (
    <div>
      <PaymentStatusBadge payment={payment} />
      <div className="col-wide">
        {payment.refundReason ? (
          <span className="d-block small mt-1">
            {[payment.refundReason, payment.note].filter(Boolean).join(" ")}
          </span>
        ) : null}
        <RefundAmount payment={payment} />
        <PartRefundTexts payment={payment} />
      </div>
    </div>
  );
}

/** The amounts that were refunded and are still owed. Empty for a full refund, because the price is shown beside it. */
function RefundAmount({ payment }: { payment: Payment }) {
  const { price, refundedAmount, refundOwed } = payment;
  const texts = [
    refundedAmount > 0 && refundedAmount < price ? `${formatMoney(refundedAmount)} refunded` : "",
    refundOwed > 0 ? `${formatMoney(refundOwed)} ${owedText(payment)}` : "",
  ].filter(Boolean);
  return texts.length > 0 ? <span className="d-block small amount">{texts.join(", ")}</span> : null;
}

function owedText({ dispute, method }: Payment): string {
  if (dispute === "open") return "held by your bank";
  return method === "card" ? "on its way" : "to be paid back by the school";
}
