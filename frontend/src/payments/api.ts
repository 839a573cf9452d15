import { useCallback, useEffect, useRef } from "react";
import type { EnrolledClass, Selection } from "../classes/api";
import { isSameSeat } from "../classes/participants";
import type { ApiPath, PathTemplate, ResponseBody, Row } from "../shared/apiTypes";
import { calls } from "../shared/paths";
import { request } from "../shared/request";
import { useInvalidate, useUserData, useUserEmail } from "../shared/resources";
import { parseFile } from "../shared/responses";

export type Payment = Row<"/payments/{email}">;
export type PaymentStatus = Payment["status"];
/** A hold: the secret that pays for it, and until when the seat is held (ISO 8601, UTC). */
export type Hold = ResponseBody<"POST", "/createPaymentIntent">;
/** The statistics for admins. */
export type Overview = ResponseBody<"GET", "/overview">;
export type Week = Overview["weeks"][number];

/** A charged card, with the selection that was paid for and the name of the student. */
export interface Charged {
  transactionId: string;
  selection: Selection;
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
  const payments = useUserData(path, PAYMENT_OPTIONS);
  usePolling(poll || payments.data?.some(isPending) ? path : null);
  return payments;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const PAUSE_GROWTH = 1.6;

/**
 * Not deduplicated over time: the card provider changes payments too, and polling would find them cached. Retried
 * without a limit: SWR does not poll a resource with an error, and a waiting student must learn the result.
 */
const PAYMENT_OPTIONS = { dedupingInterval: 0, errorRetryCount: Number.POSITIVE_INFINITY };

const POLLING = {
  ...PAYMENT_OPTIONS,
  refreshWhenOffline: true,
  revalidateIfStale: false,
  revalidateOnMount: false,
};

/**
 * Requests `path` again and again at growing intervals, until it is null. Pauses while the page is hidden; requests at
 * once when it is visible again.
 */
function usePolling<T extends PathTemplate>(path: ApiPath<T> | null): void {
  const polls = useRef({ path, count: 0 });
  if (polls.current.path !== path) polls.current = { path, count: 0 };
  const refreshInterval = useCallback(
    () => Math.min(FIRST_PAUSE_MS * PAUSE_GROWTH ** polls.current.count++, MAX_PAUSE_MS),
    [],
  );
  const { mutate } = useUserData(path, { ...POLLING, refreshInterval });
  useEffect(() => {
    if (path === null) return;
    const onVisible = () => document.visibilityState === "visible" && void mutate();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [path, mutate]);
}

/** The paths to invalidate after each operation: all of them change the seats of a class. */
const invalidatedBySeatChange = (student: string) => [
  calls.selected(student),
  calls.enrolled(student),
  calls.paymentsOf(student),
  calls.classes,
  calls.popularClasses,
];

/** Invalidates everything that a hold, a payment or a cancellation changes. */
export function useInvalidateSeats(): () => Promise<void> {
  const email = useUserEmail();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    if (email !== null) await invalidate(...invalidatedBySeatChange(email));
  }, [email, invalidate]);
}

/** Holds a participant's seat for some minutes at the displayed price (dollars), or prolongs the hold. @throws ApiError */
export function holdSeat(seat: { classId: string; childId: string | null; price: number }): Promise<Hold> {
  return request(calls.createPaymentIntent, { method: "POST", body: seat });
}

/** Settles a charged card: turns it into an enrollment. Idempotent. @throws ApiError */
export async function settlePayment(charged: Charged): Promise<Payment> {
  const { payment } = await request(calls.payments, { method: "POST", body: paymentBody(charged) });
  return payment;
}

/** Enrolls the participant of a selection in its free class. @throws ApiError */
export async function enrollForFree({ classId, childId }: Selection): Promise<Payment> {
  const { payment } = await request(calls.payments, { method: "POST", body: { classId, childId } });
  return payment;
}

/** Downloads the income by week as CSV. Returns its file name and content. @throws ApiError */
export async function downloadIncome(
  query: Record<string, string>,
): Promise<{ name: string; content: Blob }> {
  const path = calls.overview({ ...query, format: "csv" });
  const { name, content } = await request(path, { accept: "text/csv, application/json" }, parseFile);
  return { name: name ?? "income.csv", content };
}

/** Cancels an enrollment and refunds its payment. @throws ApiError */
export function cancelEnrollment(paymentId: string): Promise<Payment> {
  return request(calls.cancelPayment(paymentId), { method: "POST" });
}

/** Deletes a selection, and releases its hold. @throws ApiError */
export async function deleteSelection(id: string): Promise<void> {
  await request(calls.selection(id), { method: "DELETE" });
}

/** A payment as the documented call sends it: without the properties that the server adds. */
type SentPayment = Omit<
  Payment,
  "_id" | "refundReason" | "refundedAmount" | "cancelUntil" | "childId" | "childName"
>;

/** All documented properties of a payment; the server trusts only the transaction. */
function paymentBody({ transactionId, selection, studentName }: Charged) {
  const { classId, email, enroll, image, instructorEmail, instructorName, nameClass, price, seats } =
    selection;
  return {
    ...{ classId, email, enroll, image, instructorEmail, instructorName, nameClass, price, seats },
    studentName,
    transactionId,
    payId: selection._id,
    date: new Date().toISOString(),
    status: "enrollPending",
  } satisfies SentPayment;
}
