import { Link } from "react-router-dom";
import { formatDateTime } from "../../shared/dates";
import { formatMoney, formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import type { Payment } from "../api";
import { DocumentLine } from "../history/DocumentLine";
import { PaymentStatusBadge } from "../history/PaymentStatus";

/** What was paid for a seat, with a link to the receipt. */
export function PaymentSummary({ payment }: { payment: Payment }) {
  const { price, refundedAmount, date } = payment;
  return (
    <section className="payment-summary card" aria-labelledby="payment">
      <div className="card-body">
        <h2 id="payment" className="fs-4">
          Payment
        </h2>
        <dl>
          <DocumentLine term="Price">
            <span className="amount">{formatPrice(price)}</span>
          </DocumentLine>
          {refundedAmount === 0 ? null : (
            <DocumentLine term="Refunded">
              <span className="amount">{formatMoney(refundedAmount)}</span>
            </DocumentLine>
          )}
          <DocumentLine term="Paid">{formatDateTime(date)}</DocumentLine>
          <DocumentLine term="Status">
            <PaymentStatusBadge payment={payment} />
          </DocumentLine>
        </dl>
        <Link className="btn btn-outline-secondary no-print" to={pages.receipt(payment)}>
          Receipt
        </Link>
      </div>
    </section>
  );
}
