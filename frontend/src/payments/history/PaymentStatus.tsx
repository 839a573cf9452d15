import { formatMoney } from "../../shared/money";
import type { Payment, PaymentStatus } from "../api";

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

type BadgedPayment = Pick<Payment, "status" | "price" | "refundedAmount" | "returned">;

interface PaymentStatusBadgeProps {
  /** None if the school assigned the seat. */
  payment: BadgedPayment | undefined;
}

/** The status of a payment as a badge. */
export function PaymentStatusBadge({ payment }: PaymentStatusBadgeProps) {
  const status = payment?.status ?? "enrolled";
  return <span className={`badge ${STYLES[status]}`}>{payment ? labelOf(payment) : LABELS[status]}</span>;
}

function labelOf({ status, price, refundedAmount, returned }: BadgedPayment) {
  if (returned) return "Check returned";
  if (status !== "refunded" || (price > 0 && refundedAmount === price)) return LABELS[status];
  return refundedAmount > 0 ? "Partly refunded" : "Canceled";
}

/** The reason and the progress of a refund. */
export function RefundText({ payment }: { payment: Payment }) {
  return (
    <p>
      {payment.refundReason} {payment.note} {refundProgress(payment)}
    </p>
  );
}

/** Says what was refunded, or will be. Empty for a free seat. */
export function refundProgress(payment: Payment): string {
  const { status, price, refundedAmount, refundOwed, dispute, method, returned, paidBack } = payment;
  if (price === 0) return "";
  if (returned && paidBack > 0)
    return `We didn't get the money, but we've already paid ${formatMoney(paidBack)} back to you. Please call us, so that we can sort it out.`;
  if (returned) return "We didn't get the money, so there's nothing to refund.";
  if (dispute === "lost") return "Your bank has returned this payment to you.";
  if (status === "refundPending" && dispute === "open")
    return `You or your bank have questioned this payment. If the bank decides that it stands, we'll refund ${formatMoney(refundOwed)}.`;
  if (status === "refundPending" && method !== "card")
    return `The school will pay ${formatMoney(refundOwed)} back to you.`;
  if (status === "refundPending") return `${formatMoney(refundOwed)} is on its way back to your card.`;
  if (refundedAmount === 0) return "It was too late for a refund.";
  const amount = `${formatMoney(refundedAmount)}${refundedAmount < price ? ` of ${formatMoney(price)}` : ""}`;
  return `We've sent ${amount} back.${method === "card" ? " On a card, it may take a few days to show." : ""}`;
}
