import { type ReactNode, useEffect, useRef } from "react";
import Button from "react-bootstrap/Button";
import { useLocation } from "react-router-dom";
import { childNameOf } from "../../classes/select/participants";
import { config } from "../../shared/config";
import { formatDateTime } from "../../shared/dates";
import { formatMoney, formatPrice, sumOf } from "../../shared/money";
import type { Payment } from "../api";
import { totalOf } from "../selected/selections";
import { PaymentStatusBadge } from "./PaymentStatus";

interface ReceiptProps {
  payment: Payment;
  /** All payments of its transaction. */
  together: readonly Payment[];
}

/** The receipt of a payment, with a button to print it. A link to it moves the focus to its heading. */
export function Receipt({ payment, together }: ReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#receipt") heading.current?.focus();
  }, [hash]);
  return (
    <section className="receipt card" aria-labelledby="receipt">
      <div className="card-body">
        <h2 id="receipt" ref={heading} tabIndex={-1} className="fs-4">
          Receipt
        </h2>
        <Letterhead />
        {together.length > 1 ? <OrderLines payments={together} /> : <SeatLines payment={payment} />}
        <Button variant="outline-secondary" className="mt-3 no-print" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
    </section>
  );
}

function SeatLines({ payment }: { payment: Payment }) {
  const child = childNameOf(payment);
  const payer = payerOf(payment);
  return (
    <dl className="mb-0">
      <Line term="Class">{payment.nameClass}</Line>
      <Line term="Student">{child ?? payer}</Line>
      {child === null ? null : <Line term="Paid by">{payer}</Line>}
      <Line term="Paid">{formatDateTime(payment.date)}</Line>
      <Line term="Price">
        <span className="amount">{formatPrice(payment.price)}</span>
      </Line>
      <RefundedLine amount={payment.refundedAmount} />
      {payment.transactionId ? <Line term="Transaction">{payment.transactionId}</Line> : null}
      <Line term="Status">
        <PaymentStatusBadge payment={payment} />
      </Line>
    </dl>
  );
}

/** The receipt lines of an order of several seats. */
function OrderLines({ payments }: { payments: readonly Payment[] }) {
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
        <Line term="Paid by">{payerOf(first)}</Line>
        <Line term="Paid">{formatDateTime(first.date)}</Line>
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

/** The name and address of the school; visible only in print. */
export function Letterhead() {
  const { email, phone, address } = config.contact;
  return (
    <address className="print-only">
      <strong>{config.siteName}</strong>
      <br />
      {address}
      <br />
      {email}, {phone}
    </address>
  );
}
