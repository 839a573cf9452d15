import { formatMoney } from "../../../shared/money";
import type { FamilyPayment } from "../../api";

/** What was paid, what was refunded, and what is left. */
export function PaidAndLeft({ payment }: { payment: FamilyPayment }) {
  const { left } = payment;
  return (
    <p>
      Paid <span className="amount">{formatMoney(payment.price)}</span>
      {left < payment.price ? (
        <>
          , refunded or on its way <span className="amount">{formatMoney(payment.price - left)}</span>
        </>
      ) : null}
      , left <strong className="amount">{formatMoney(left)}</strong>.
    </p>
  );
}
