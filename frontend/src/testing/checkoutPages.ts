/** Helpers for the tests of the checkout and of the student's lists. */
import { screen, within } from "@testing-library/react";
import type { Selection } from "../classes/api";
import type { Payment } from "../payments/api";
import { anOrder, inMinutes } from "./builders";
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
) {
  api.respond(SELECTED, [selection]);
  api.respond(PAYMENTS, payments);
  if (grantsHold) grantHold(15);
  return renderAt(`/dashboard/payment/${selection._id}`, student);
}

/** Makes the server hold a seat for some minutes when the client requests it. */
export function grantHold(minutes: number): void {
  api.respond("POST /createPaymentIntent", { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(minutes) });
}

/** Opens the checkout of these selections as the student. The server holds their seats unless `grantsHold` is false. */
export async function openCheckout(
  selections: Selection[],
  { grantsHold = true, payments = [] }: { grantsHold?: boolean; payments?: Payment[] } = {},
) {
  api.respond(SELECTED, selections);
  api.respond(PAYMENTS, payments);
  if (grantsHold) grantOrder(selections);
  return renderAt(checkoutUrl(...selections.map(({ _id }) => _id)), student);
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
