import useSWR from "swr";
import type { EnrolledClass, Selection } from "../classes/api";
import { isSameSeat } from "../classes/model/participants";
import type { ApiError } from "../shared/api/errors";
import { request } from "../shared/api/request";
import { useUserData, useUserEmail } from "../shared/api/resources";
import type { ResponseBody, Row } from "../shared/api/types";
import { POLLED, usePolling } from "../shared/api/usePolling";
import { sumOf } from "../shared/money";
import { calls, path } from "../shared/paths";
import { totalOf } from "./selected/selections";

export type Payment = Row<"/payments/{email}">;
export type PaymentStatus = Payment["status"];
/** Held seats: their prices (dollars), the secret that pays for them, and until when they are held (ISO 8601, UTC). */
export type Hold = Pick<ResponseBody<"POST", "/orders">, "lines"> & {
  clientSecret: string;
  heldUntil: string;
};

/** A charge that has paid for this number of seats. */
export interface Charged {
  transactionId: string;
  seats: number;
}

/** Whether Stripe still has to confirm the payment or its refund. */
function isPending({ status }: Payment): boolean {
  return status === "enrollPending" || status === "refundPending";
}

/** What these payments have cost, in dollars. */
export function sumPaid(payments: readonly Payment[]): number {
  return sumOf(payments.map(({ price }) => price));
}

/** Whether the payment has bought a seat in the class. */
export function hasSeat({ status }: Payment): boolean {
  return status === "enrollPending" || status === "enrolled";
}

/** The payment for a participant's seat in a class; none if the school assigned the seat. */
export function paymentFor(enrolled: EnrolledClass, payments: Payment[]): Payment | undefined {
  return payments.find((payment) => isSameSeat(payment, enrolled) && hasSeat(payment));
}

/**
 * The payments of the current user, newest first. Polls while one of them is pending.
 *
 * @param poll polls in any case
 */
export function usePayments({ poll = false, enabled = true } = {}) {
  const email = useUserEmail();
  const path = email === null || !enabled ? null : calls.paymentsOf(email);
  const payments = useUserData(path, POLLED);
  usePolling(poll || payments.data?.some(isPending) ? path : null);
  return payments;
}

/** What an order of these selections would cost without a new code. Asked again when they, or what is held, change. */
export function useOrderQuote(selections: readonly Selection[]) {
  const email = useUserEmail();
  const states = selections.map(({ _id, priceNow, heldUntil }) => [_id, priceNow, heldUntil]);
  return useSWR<Quote, ApiError, readonly unknown[] | null>(
    selections.length === 0 ? null : ["quote", email, JSON.stringify(states)],
    () => quoteOrder(selections, null),
    { keepPreviousData: true },
  );
}

/** What the student has done about a code: typed it, or taken it back (empty); null for neither, so held seats keep theirs. */
export type Code = string | null;
/** What an order would cost with this code. */
export type Quote = ResponseBody<"POST", "/orders/quote"> & { code: Code };

export async function quoteOrder(selections: readonly Selection[], code: Code): Promise<Quote> {
  const body = { selections: selections.map(({ _id }) => _id), ...(code !== null && { code }) };
  return { ...(await request(path("/orders/quote"), { method: "POST", body })), code };
}

/** Holds the seats of these selections until the same time, or prolongs the holds, at the displayed prices or lower ones. */
export async function holdSeats(selections: readonly Selection[], code: Code): Promise<Hold> {
  const { clientSecret, heldUntil, lines } = await placeOrder(selections, code);
  if (clientSecret === null || heldUntil === null) throw new Error("An order with a price has a secret.");
  return { clientSecret, heldUntil, lines };
}

/** Enrolls the participants of these selections in their free classes. Returns the payments. @throws ApiError */
export async function enrollForFree(selections: readonly Selection[], code: Code): Promise<Payment[]> {
  const { lines } = await placeOrder(selections, code);
  const payments = await request(calls.paymentsOf(selections[0]?.email ?? ""));
  return lines.flatMap(({ paymentId }) => payments.filter(({ _id }) => _id === paymentId));
}

type Order = ResponseBody<"POST", "/orders">;

function placeOrder(selections: readonly Selection[], code: Code): Promise<Order> {
  const body = {
    selections: selections.map(({ _id }) => _id),
    total: totalOf(selections),
    ...(code !== null && { code }),
  };
  return request(calls.orders, { method: "POST", body });
}

/** Settles a charged card: turns it into enrollments. Idempotent. @throws ApiError */
export async function settlePayment(transactionId: string): Promise<Payment[]> {
  const { payments } = await request(calls.payments, { method: "POST", body: { transactionId } });
  return payments;
}

/** Cancels an enrollment on the terms that the student saw, even if nothing is refunded. */
export function cancelEnrollment(
  paymentId: string,
  { percent, amount }: NonNullable<Payment["cancellation"]>,
): Promise<Payment> {
  const body = { withoutRefund: percent === 0, amount };
  return request(calls.cancelPayment(paymentId), { method: "POST", body });
}
