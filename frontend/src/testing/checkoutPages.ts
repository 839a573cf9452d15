/** Helpers for the tests of the checkout and of the student's lists. */
import { screen, within } from "@testing-library/react";
import type { Selection } from "../classes/api";
import type { Payment } from "../payments/api";
import { anOrder, aPayment, inMinutes } from "./builders";
import { api } from "./fakes/fakeApi";
import { renderAt, student } from "./renderAt";

export const SELECTED = "GET /selectClass?email=student%40camp.example";
export const PAYMENTS = "GET /payments/student%40camp.example";
export const WAITLIST = "GET /waitlist?email=student%40camp.example";
export const ENROLLED = "GET /enrolledStudent/student%40camp.example";

/** Opens the payment page of a selection as the student. The server grants a hold unless `grantsHold` is false. */
export async function openPaymentPage(
  selection: Selection,
  { grantsHold = true, payments = [] }: { grantsHold?: boolean; payments?: Payment[] } = {},
  as = student,
) {
  api.respond(SELECTED, [selection]);
  api.respond(PAYMENTS, payments);
  if (grantsHold) grantOrder([selection]);
  return renderAt(`/dashboard/payment/${selection._id}`, as);
}

/** Opens the checkout of these selections as the student. The server holds their seats unless `grantsHold` is false. */
export async function openCheckout(
  selections: Selection[],
  { grantsHold = true, payments = [] }: { grantsHold?: boolean; payments?: Payment[] } = {},
  as = student,
) {
  api.respond(SELECTED, selections);
  api.respond(PAYMENTS, payments);
  if (grantsHold) grantOrder(selections);
  return renderAt(checkoutUrl(...selections.map(({ _id }) => _id)), as);
}

/** The URL of the checkout of the selections with these ids. */
export function checkoutUrl(...ids: string[]): { pathname: string; search: string } {
  return { pathname: "/dashboard/checkout", search: `?selections=${ids.join()}` };
}

/** The bodies of all requests for an order so far. */
export function orderRequests(): unknown[] {
  return api.requests("POST /orders").map(({ body }) => body);
}

/** The line of a class in a checkout or in its result. */
export function lineOf(nameClass: string) {
  const items = within(screen.getByRole("main")).getAllByRole("listitem");
  return within(items.find((item) => item.textContent?.includes(nameClass)) as HTMLElement);
}

/** Makes the server hold the seats of these selections for some minutes when the client requests it. */
export function grantOrder(selections: readonly Selection[], minutes = 15): void {
  api.respond("POST /orders", anOrder(selections, { heldUntil: inMinutes(minutes) }));
}

/** Makes the server enroll the participants of these selections in their free classes when the client requests it. */
export function grantFreeOrder(selections: readonly Selection[]): void {
  const paid = { state: "PAID", clientSecret: null, heldUntil: null, transactionId: null } as const;
  api.handle("POST /orders", () => {
    const payments = selections.map(({ _id, classId, nameClass, childId, childName }) =>
      aPayment({
        _id: `payment-of-${_id}`,
        payId: _id,
        classId,
        nameClass,
        childId,
        childName,
        price: 0,
        transactionId: null,
      }),
    );
    api.respond(SELECTED, []);
    api.respond(PAYMENTS, payments);
    return { body: anOrder(selections, { ...paid, paidAt: inMinutes(0) }) };
  });
}

export const NOT_ALL_AVAILABLE =
  "Some of these classes aren't available right now. You haven't been charged.";

/** Makes the server refuse these seats: each with the id of its selection, a code and a message. */
export function refuseSeats(
  ...refusals: [selectionId: string, code: string, message: string, retryAt?: string][]
): void {
  const lines = refusals.map(([selectionId, code, message, retryAt]) => ({
    selectionId,
    code,
    message,
    ...(retryAt === undefined ? {} : { retryAt }),
  }));
  api.fail("POST /orders", 409, "not_all_available", NOT_ALL_AVAILABLE, { lines });
}

/** Makes the server settle the payments of an order when the client reports it. */
export function respondSettled(...payments: [Payment, ...Payment[]]): void {
  const [payment] = payments;
  const insertedId = payment._id;
  const result = { insertedId, modifiedCount: 1 };
  const deleteResult = { deletedCount: payments.length };
  api.respond(
    "POST /payments",
    { insertResult: { insertedId }, deleteResult, result, payment, payments },
    201,
  );
}

export function payButton(): HTMLElement {
  return screen.getByRole("button", { name: /^Confirm Payment/ });
}
