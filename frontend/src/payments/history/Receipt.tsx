import { type ReactNode, useEffect, useRef } from "react";
import Button from "react-bootstrap/Button";
import { useLocation } from "react-router-dom";
import type { EnrolledClass } from "../../classes/api";
import { daysText } from "../../classes/page/classFacts";
import { childNameOf, isSameSeat } from "../../classes/select/participants";
import { config } from "../../shared/config";
import { formatDateTime } from "../../shared/dates";
import { formatMoney, formatPrice, sumOf } from "../../shared/money";
import type { Payment } from "../api";
import { totalOf } from "../selected/selections";
import { MoveTexts, PartRefundTexts } from "./changes";
import { methodText } from "./methods";
import { PaymentStatusBadge } from "./PaymentStatus";

interface ReceiptProps {
  payment: Payment;
  /** All payments of its transaction. */
  together: readonly Payment[];
  /** The classes in which the student has seats. */
  classes: readonly EnrolledClass[];
}

/** The receipt of a payment, with a button to print it. A link to it moves the focus to its heading. */
export function Receipt({ payment, together, classes }: ReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#receipt") heading.current?.focus();
  }, [hash]);
  return (
    <section className="receipt card" aria-labelledby="receipt">
      <div className="card-body">
        <div className="receipt-head">
          <h2 id="receipt" ref={heading} tabIndex={-1} className="fs-4">
            Receipt
          </h2>
          <p className="amount">No. {numberOf(together[0] ?? payment)}</p>
        </div>
        <Letterhead />
        {together.length > 1 ? (
          <OrderLines payments={together} classes={classes} />
        ) : (
          <SeatLines payment={payment} classes={classes} />
        )}
        <Button variant="outline-secondary" className="mt-3 no-print" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
    </section>
  );
}

function SeatLines({ payment, classes }: Pick<ReceiptProps, "payment" | "classes">) {
  const lessons = lessonsText(payment, classes);
  return (
    <dl className="mb-0">
      <Line term="Class">{payment.nameClass}</Line>
      {lessons === null ? null : <Line term="Lessons">{lessons}</Line>}
      <Line term="Student">{childNameOf(payment) ?? payerOf(payment)}</Line>
      <PayerLine payment={payment} />
      <PaidLine payment={payment} />
      <Line term="Price">
        <span className="amount">{formatPrice(payment.price)}</span>
      </Line>
      <RefundedLine amount={payment.refundedAmount} />
      {payment.moves.length + payment.refunds.length > 0 ? (
        <Line term="Changes">
          <MoveTexts payment={payment} />
          <PartRefundTexts payment={payment} />
        </Line>
      ) : null}
      {payment.transactionId ? <Line term="Transaction">{payment.transactionId}</Line> : null}
      <Line term="Status">
        <PaymentStatusBadge payment={payment} />
      </Line>
    </dl>
  );
}

/** The receipt lines of an order of several seats. */
function OrderLines({ payments, classes }: { payments: readonly Payment[] } & Pick<ReceiptProps, "classes">) {
  const [first] = payments;
  const refunded = sumOf(payments.map(({ refundedAmount }) => refundedAmount));
  if (!first) return null;
  return (
    <>
      <ul className="receipt-seats list-unstyled mb-0">
        {payments.map((payment) => (
          <li key={payment._id}>
            <span>
              <strong>{payment.nameClass}</strong>
              <br />
              for {childNameOf(payment) ?? payerOf(payment)}
              <small className="d-block text-body-secondary">{lessonsText(payment, classes)}</small>
            </span>
            <span className="text-end">
              <span className="amount">{formatPrice(payment.price)}</span>
              <br />
              <PaymentStatusBadge payment={payment} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="mb-0">
        <Line term="Total">
          <strong className="amount">{formatPrice(totalOf(payments))}</strong>
        </Line>
        <RefundedLine amount={refunded} />
        <PayerLine payment={first} />
        <PaidLine payment={first} />
        <Line term="Transaction">{first.transactionId}</Line>
      </dl>
    </>
  );
}

function RefundedLine({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <Line term="Refunded">
      <span className="amount">{formatMoney(amount)}</span>
    </Line>
  );
}

function PaidLine({ payment: { date, method } }: { payment: Payment }) {
  return (
    <Line term="Paid">
      {formatDateTime(date)} {methodText(method)}
    </Line>
  );
}

function PayerLine({ payment }: { payment: Payment }) {
  const payer = payerOf(payment);
  return (
    <Line term="Paid by">
      {payer}
      {payer === payment.email ? null : <span className="d-block">{payment.email}</span>}
    </Line>
  );
}

/** The days and the number of the lessons of the seat; null without lessons or without a seat. */
function lessonsText(payment: Payment, classes: readonly EnrolledClass[]): string | null {
  const enrolled = classes.find((row) => isSameSeat(row, payment));
  const days = enrolled && daysText(enrolled);
  if (!enrolled || !days) return null;
  const { length } = enrolled.lessons;
  return `${days}, ${length === 1 ? "1 lesson" : `${length} lessons`}`;
}

/** The start of the payment's id: short, and enough to find it. */
function numberOf({ _id }: Payment): string {
  return _id.slice(0, 8).toUpperCase();
}

function payerOf({ studentName, email }: Payment): string {
  return studentName || email;
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name and address of the school. */
export function Letterhead({ className = "" }: { className?: string }) {
  const { email, phone, address } = config.contact;
  return (
    <address className={className}>
      <strong>{config.siteName}</strong>
      <br />
      {address}
      <br />
      {email}, {phone}
    </address>
  );
}
