import type { EnrolledClass, Selection } from "../classes/api";
import { isSameSeat } from "../classes/select/participants";
import type { ResponseBody, Row } from "../shared/api/apiTypes";
import { request } from "../shared/api/request";
import { useUserData, useUserEmail } from "../shared/api/resources";
import { type DownloadedFile, parseFile } from "../shared/api/responses";
import { POLLED, usePolling } from "../shared/api/usePolling";
import { calls } from "../shared/paths";
import { totalOf } from "./selected/selections";

export type Payment = Row<"/payments/{email}">;
export type PaymentStatus = Payment["status"];
/** The price (dollars) of the seat of a selection. */
interface PricedSeat {
  selectionId: string | null;
  price: number;
}
/**
 * A hold: the secret that pays for it, and until when the seats are held (ISO 8601, UTC). `lines`: the prices, if the
 * server names them.
 */
export type Hold = ResponseBody<"POST", "/createPaymentIntent"> & { lines?: PricedSeat[] };
/** The statistics for admins. */
export type Overview = ResponseBody<"GET", "/overview">;
export type Week = Overview["weeks"][number];

/** A charged card, with the selections that were paid for and the name of the student. */
export interface Charged {
  transactionId: string;
  selections: readonly Selection[];
  studentName: string;
}

/** Whether the card provider still has to confirm the payment or its refund. */
function isPending({ status }: Payment): boolean {
  return status === "enrollPending" || status === "refundPending";
}

/** Whether the payment has bought a seat in the class. */
export function hasSeat({ status }: Payment): boolean {
  return status === "enrollPending" || status === "enrolled";
}

/** Returns the payments with the same transaction, sorted by class name. */
export function paidTogether(payment: Payment, payments: readonly Payment[]): Payment[] {
  const { transactionId } = payment;
  if (transactionId === null) return [payment];
  return payments
    .filter((other) => other.transactionId === transactionId)
    .sort((a, b) => a.nameClass.localeCompare(b.nameClass));
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
export function usePayments({ poll = false } = {}) {
  const email = useUserEmail();
  const path = email === null ? null : calls.paymentsOf(email);
  const payments = useUserData(path, POLLED);
  usePolling(poll || payments.data?.some(isPending) ? path : null);
  return payments;
}

/** Holds a participant's seat for some minutes at the displayed price (dollars), or prolongs the hold. @throws ApiError */
export function holdSeat({ classId, childId, price }: Selection): Promise<Hold> {
  return request(calls.createPaymentIntent, { method: "POST", body: { classId, childId, price } });
}

/** Holds the seats of several selections at the displayed prices until the same time, or prolongs the holds. @throws ApiError */
export async function holdSeats(selections: readonly Selection[]): Promise<Hold> {
  const { clientSecret, heldUntil, lines } = await placeOrder(selections);
  if (clientSecret === null || heldUntil === null) throw new Error("An order with a price has a secret.");
  return { clientSecret, heldUntil, lines };
}

/** Enrolls the participants of several selections in their free classes. Returns the payments. @throws ApiError */
export async function enrollForFreeTogether(selections: readonly Selection[]): Promise<Payment[]> {
  const { lines } = await placeOrder(selections);
  const payments = await request(calls.paymentsOf(selections[0]?.email ?? ""));
  return lines.flatMap(({ paymentId }) => payments.filter(({ _id }) => _id === paymentId));
}

function placeOrder(selections: readonly Selection[]): Promise<ResponseBody<"POST", "/orders">> {
  const body = { selections: selections.map(({ _id }) => _id), total: totalOf(selections) };
  return request(calls.orders, { method: "POST", body });
}

/** Settles a charged card: turns it into enrollments. Idempotent. @throws ApiError */
export async function settlePayment(charged: Charged): Promise<Payment[]> {
  const { payments } = await request(calls.payments, { method: "POST", body: paymentBody(charged) });
  return payments;
}

/** Enrolls the participant of a selection in its free class. @throws ApiError */
export async function enrollForFree({ classId, childId }: Selection): Promise<Payment> {
  const { payment } = await request(calls.payments, { method: "POST", body: { classId, childId } });
  return payment;
}

/** Downloads the income by week as CSV. @throws ApiError */
export function downloadIncome(query: Record<string, string>): Promise<DownloadedFile> {
  const path = calls.overview({ ...query, format: "csv" });
  return request(path, { accept: "text/csv, application/json" }, parseFile("income.csv"));
}

/**
 * Cancels an enrollment on the terms that the student saw, even if nothing is refunded.
 *
 * @throws ApiError 409 `refund_changed`, `too_late`, `class_begun`, `already_refunded`
 */
export function cancelEnrollment(
  paymentId: string,
  { percent, amount }: NonNullable<Payment["cancellation"]>,
): Promise<Payment> {
  const body = { withoutRefund: percent === 0, amount };
  return request(calls.cancelPayment(paymentId), { method: "POST", body });
}

/** Deletes a selection, and releases its hold. @throws ApiError */
export async function deleteSelection(id: string): Promise<void> {
  await request(calls.selection(id), { method: "DELETE" });
}

/** A payment as the documented call sends it: without the properties that the server adds. */
type SentPayment = Omit<
  Payment,
  | ("_id" | "childId" | "childName")
  | ("refundReason" | "refundedAmount" | "refundOwed" | "withdrawal" | "cancelUntil" | "cancellation")
>;

/** Builds the documented request body; class properties only for a single class. The server uses only the transaction. */
function paymentBody({ transactionId, selections, studentName }: Charged) {
  const [first, ...others] = selections;
  return {
    ...(first && others.length === 0 ? documentedDetails(first) : {}),
    email: first?.email,
    price: totalOf(selections),
    studentName,
    transactionId,
    date: new Date().toISOString(),
    status: "enrollPending",
  } satisfies Partial<SentPayment>;
}

function documentedDetails(selection: Selection) {
  const { _id, classId, enroll, image, instructorEmail, instructorName, nameClass, seats } = selection;
  return { classId, enroll, image, instructorEmail, instructorName, nameClass, seats, payId: _id };
}
