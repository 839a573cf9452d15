import { type ReactNode, useEffect, useRef } from "react";
import Button from "react-bootstrap/Button";
import { useLocation } from "react-router-dom";
import { childNameOf } from "../classes/participants";
import { config } from "../shared/config";
import { formatDateTime } from "../shared/dates";
import { formatPrice } from "../shared/money";
import type { Payment } from "./api";
import { StatusBadge } from "./PaymentStatus";

/** The receipt of a payment, with a button to print it. A link to it moves the focus to its heading. */
export function Receipt({ payment }: { payment: Payment }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const child = childNameOf(payment);
  const payer = payment.studentName || payment.email;
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
        <dl className="mb-0">
          <Line term="Class">{payment.nameClass}</Line>
          <Line term="Student">{child ?? payer}</Line>
          {child === null ? null : <Line term="Paid by">{payer}</Line>}
          <Line term="Paid">{formatDateTime(payment.date)}</Line>
          <Line term="Price">
            <span className="amount">{formatPrice(payment.price)}</span>
          </Line>
          {payment.transactionId ? <Line term="Transaction">{payment.transactionId}</Line> : null}
          <Line term="Status">
            <StatusBadge status={payment.status} />
          </Line>
        </dl>
        <Button variant="outline-secondary" className="mt-3 no-print" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
    </section>
  );
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
