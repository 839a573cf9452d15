import { money } from "../shared/money";
import type { Payment, PaymentStatus } from "./api";

const WORDS: Record<PaymentStatus, string> = {
  enrollPending: "Waiting for confirmation",
  enrolled: "Enrolled",
  refundPending: "Being refunded",
  refunded: "Refunded",
};
const LOOKS: Record<PaymentStatus, string> = {
  enrollPending: "text-bg-warning",
  enrolled: "text-bg-success",
  refundPending: "text-bg-warning",
  refunded: "text-bg-secondary",
};

/** How a payment stands, in words. */
export function StatusBadge({ status }: { status: PaymentStatus }) {
  return <span className={`badge ${LOOKS[status]}`}>{WORDS[status]}</span>;
}

/** What happens to the money of a payment that is no place, and why. */
export function RefundText({ payment }: { payment: Payment }) {
  return (
    <p>
      {payment.refundReason} {whereTheMoneyIs(payment)}
    </p>
  );
}

function whereTheMoneyIs({ status, price, refundedAmount }: Payment): string {
  if (price === 0) return "";
  if (status === "refundPending") return `${money(price)} are on their way back to your card.`;
  return `${money(refundedAmount)} have been sent back to your card; your bank may take some days to show it.`;
}
