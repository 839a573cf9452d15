import { Link } from "react-router-dom";
import { Price } from "../../shared/components/Price";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import type { Payment } from "../api";
import { MoveTexts, PartRefundTexts } from "../history/changes";
import { DocumentLine } from "../history/DocumentLine";
import { methodText } from "../history/methods";
import { PaymentStatusBadge } from "../history/PaymentStatus";

/** What was paid for a seat, and what the school has changed about it, with a link to the receipt. */
export function PaymentSummary({ payment }: { payment: Payment }) {
  const { price, listPrice, discount, discountText, refundedAmount, date, method, moves, refunds } = payment;
  return (
    <section className="payment-summary card" aria-labelledby="payment">
      <div className="card-body">
        <h2 id="payment" className="fs-4">
          Payment
        </h2>
        <dl>
          <DocumentLine term="Price">
            <span className="amount">
              <Price price={price} listPrice={listPrice} />
            </span>
            {discount > 0 ? (
              <span className="d-block small">
                {discountText}: {formatMoney(discount)} off
              </span>
            ) : null}
          </DocumentLine>
          {refundedAmount === 0 ? null : (
            <DocumentLine term="Refunded">
              <span className="amount">{formatMoney(refundedAmount)}</span>
            </DocumentLine>
          )}
          {moves.length + refunds.length === 0 ? null : (
            <DocumentLine term="Changes">
              <MoveTexts payment={payment} />
              <PartRefundTexts payment={payment} />
            </DocumentLine>
          )}
          <DocumentLine term="Paid">
            {formatSiteMoment(date)} {methodText(method)}
          </DocumentLine>
          <DocumentLine term="Status">
            <PaymentStatusBadge payment={payment} />
          </DocumentLine>
        </dl>
        {price > 0 ? (
          <Link className="btn btn-outline-secondary" to={pages.receipt(payment)}>
            Receipt
          </Link>
        ) : null}
      </div>
    </section>
  );
}
