/** Helpers for the tests of the student's pages. */
import { screen } from "@testing-library/react";
import type { Selection } from "../classes/api";
import type { Payment } from "../payments/api";
import { inMinutes } from "./builders";
import { api } from "./fakeApi";
import { renderAt, student } from "./renderAt";

export const SELECTED = "GET /selectClass?email=student%40camp.example";
export const PAYMENTS = "GET /payments/student%40camp.example";
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

/** Makes the server settle the payment when the client reports it. */
export function respondSettled(payment: Payment): void {
  const insertedId = payment._id;
  const result = { insertedId, modifiedCount: 1 };
  api.respond(
    "POST /payments",
    { insertResult: { insertedId }, deleteResult: { deletedCount: 1 }, result, payment },
    201,
  );
}

export function payButton(): HTMLElement {
  return screen.getByRole("button", { name: /^Confirm Payment/ });
}
