import { formatMoney } from "../shared/money";
import type { Payment, PaymentStatus } from "./api";

const LABELS: Record<PaymentStatus, string> = {
  enrollPending: "Waiting for confirmation",
  enrolled: "Enrolled",
  refundPending: "Being refunded",
  refunded: "Refunded",
};
const STYLES: Record<PaymentStatus, string> = {
  enrollPending: "text-bg-warning",
  enrolled: "text-bg-success",
  refundPending: "text-bg-warning",
  refunded: "text-bg-secondary",
};

/** The status of a payment as a badge. */
export function StatusBadge({ status }: { status: PaymentStatus }) {
  return <span className={`badge ${STYLES[status]}`}>{LABELS[status]}</span>;
}

/** The reason and the progress of a refund. */
export function RefundText({ payment }: { payment: Payment }) {
  return (
    <p>
      {payment.refundReason} {refundProgress(payment)}
    </p>
  );
}

function refundProgress({ status, price, refundedAmount }: Payment): string {
  if (price === 0) return "";
  if (status === "refundPending") return `${formatMoney(price)} is on its way back to your card.`;
  return `We've sent ${formatMoney(refundedAmount)} back to your card. Your bank may take a few days to show it.`;
}
