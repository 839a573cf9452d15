import { type Column, DataTable } from "../shared/DataTable";
import { momentOf } from "../shared/dates";
import { EmailLink } from "../shared/EmailLink";
import { money } from "../shared/money";
import { Picture } from "../shared/Picture";
import type { Payment } from "./api";
import { StatusBadge } from "./status";

const COLUMNS: readonly Column<Payment>[] = [
  { heading: "No.", cell: (_, place) => place + 1, className: "text-nowrap" },
  {
    heading: "Banner",
    cell: ({ image }) => <Picture src={image} alt="" sizes="6rem" className="payment-banner" />,
    className: "no-print",
  },
  { heading: "Class", cell: (payment) => <ClassCell payment={payment} /> },
  {
    heading: "Instructor e-mail",
    cell: ({ instructorEmail }) => <EmailLink address={instructorEmail} />,
  },
  { heading: "Price", cell: ({ price }) => <span className="text-nowrap">{money(price)}</span> },
  { heading: "Payment date", cell: ({ date }) => <time dateTime={date}>{momentOf(date)}</time> },
  { heading: "Status", cell: (payment) => <StatusCell payment={payment} /> },
];

/** Payments as a table, with what they come to. */
export function PaymentTable({ payments }: { payments: Payment[] }) {
  const paid = sum(payments, ({ price }) => price);
  const refunded = sum(payments, ({ refundedAmount }) => refundedAmount);
  return (
    <>
      <DataTable
        caption="Your payments, newest first"
        columns={COLUMNS}
        rows={payments}
        keyOf={({ _id }) => _id}
      />
      <p className="my-3">
        Paid in all: <strong className="amount">{money(paid)}</strong>
        {refunded > 0 ? (
          <>
            , of which refunded: <strong className="amount">{money(refunded)}</strong>
          </>
        ) : null}
      </p>
    </>
  );
}

function ClassCell({ payment }: { payment: Payment }) {
  return (
    <div>
      <strong>{payment.nameClass}</strong>
      <span className="print-only small">{payment.transactionId}</span>
    </div>
  );
}

function StatusCell({ payment }: { payment: Payment }) {
  return (
    <div>
      <StatusBadge status={payment.status} />
      {payment.refundReason ? <span className="d-block small mt-1">{payment.refundReason}</span> : null}
    </div>
  );
}

/** Dollars, added up in whole cents. */
function sum(payments: Payment[], amountOf: (payment: Payment) => number): number {
  return payments.reduce((cents, payment) => cents + Math.round(amountOf(payment) * 100), 0) / 100;
}
