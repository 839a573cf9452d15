import { useCallback } from "react";
import { useSessionState } from "../accounts/SessionProvider";
import type { EnrolledClass, Selection } from "../classes/api";
import type { components } from "../shared/api.gen";
import { calls } from "../shared/paths";
import { request } from "../shared/request";
import { useMine, useRefresh } from "../shared/resources";

type Schemas = components["schemas"];

export type Payment = Schemas["PaymentAnswer"];
export type PaymentStatus = Payment["status"];
/** The secret that pays for a held seat, and until when the seat is held (ISO 8601, UTC). */
export type Hold = Schemas["IntentAnswer"];

/** A card that has been charged, for which selection and at what price in dollars. */
export interface Charged {
  transactionId: string;
  selection: Selection;
  price: number;
}

/** Whether the card provider's word on a payment, or on its refund, is still to come. */
export function isUnderWay({ status }: Payment): boolean {
  return status === "enrollPending" || status === "refundPending";
}

/** Whether a payment stands for a place in the class. */
export function isSeated({ status }: Payment): boolean {
  return status === "enrollPending" || status === "enrolled";
}

/** The e-mail of who is logged in, or null while nobody is. */
export function useEmail(): string | null {
  const state = useSessionState();
  return state.status === "in" ? state.person.email : null;
}

/** The classes that the student has selected. */
export function useSelections() {
  const email = useEmail();
  return useMine<Selection[]>(email === null ? null : calls.selected(email));
}

/** The classes in which the student has a seat. */
export function useEnrolledClasses() {
  const email = useEmail();
  return useMine<EnrolledClass[]>(email === null ? null : calls.enrolled(email));
}

/** The student's payments, newest first. */
export function usePayments() {
  const email = useEmail();
  return useMine<Payment[]>(email === null ? null : calls.paymentsOf(email));
}

/** Asks again for everything that a hold, a payment or a place given back changes. */
export function useRefreshSeats(): () => Promise<void> {
  const email = useEmail();
  const refresh = useRefresh();
  return useCallback(async () => {
    if (email === null) return;
    const own = [calls.selected(email), calls.enrolled(email), calls.paymentsOf(email)];
    await refresh(...own, calls.classes, calls.popularClasses);
  }, [email, refresh]);
}

/** Holds a seat for some minutes, at the price shown (dollars); again, to hold it longer. @throws ApiError */
export function holdSeat(classId: string, price: number): Promise<Hold> {
  return request(calls.createPaymentIntent, { method: "POST", body: { price, classId } });
}

/** Turns a charged card into a seat; the same again changes nothing. @throws ApiError */
export async function settle(charged: Charged): Promise<Payment> {
  const { payment } = await request<Schemas["SettledAnswer"]>(calls.payments, {
    method: "POST",
    body: documentedPayment(charged),
  });
  return payment;
}

/** Takes a seat in a class that costs nothing. @throws ApiError */
export async function enrollForFree(classId: string): Promise<Payment> {
  const { payment } = await request<Schemas["SettledAnswer"]>(calls.payments, {
    method: "POST",
    body: { classId },
  });
  return payment;
}

/** Gives a place back, and with it its price. @throws ApiError */
export function givePlaceBack(paymentId: string): Promise<Payment> {
  return request(calls.cancelPayment(paymentId), { method: "POST" });
}

/** Removes a selection, and gives up a seat that is held for it. @throws ApiError */
export async function removeSelection(id: string): Promise<void> {
  await request(calls.selection(id), { method: "DELETE" });
}

/** The whole of a payment as it is documented; the server believes the transaction alone. */
function documentedPayment({ transactionId, selection, price }: Charged) {
  const { _id, description, heldUntil, heldPrice, ...described } = selection;
  return {
    ...described,
    transactionId,
    price,
    payId: _id,
    date: new Date().toISOString(),
    status: "enrollPending",
  };
}
