import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { config } from "../shared/config";
import { momentOf } from "../shared/dates";
import { money } from "../shared/money";
import type { Payment } from "./api";
import { StatusBadge } from "./status";

/** What was paid, when and by whom; it prints clean. */
export function Receipt({ payment }: { payment: Payment }) {
  return (
    <section className="receipt card" aria-labelledby="receipt">
      <div className="card-body">
        <h2 id="receipt" className="fs-4">
          Receipt
        </h2>
        <Letterhead />
        <dl className="mb-0">
          <Line term="Class">{payment.nameClass}</Line>
          <Line term="Student">{payment.studentName || payment.email}</Line>
          <Line term="Paid">{momentOf(payment.date)}</Line>
          <Line term="Price">{payment.price === 0 ? "Free" : money(payment.price)}</Line>
          {payment.transactionId ? <Line term="Transaction">{payment.transactionId}</Line> : null}
          <Line term="Status">
            <StatusBadge status={payment.status} />
          </Line>
        </dl>
        <Button variant="outline-secondary" className="mt-3 no-print" onClick={() => window.print()}>
          Print the receipt
        </Button>
      </div>
    </section>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt>{term}</dt>
      <dd className="amount">{children}</dd>
    </div>
  );
}

/** Who gives a receipt; on paper only. */
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
