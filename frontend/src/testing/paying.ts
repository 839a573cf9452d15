/** What the tests of the payment page share. */
import { screen } from "@testing-library/react";
import type { Selection } from "../classes/api";
import type { Payment } from "../payments/api";
import { inMinutes } from "./builders";
import { api } from "./fakeApi";
import { renderAt, student } from "./renderAt";

export const SELECTED = `GET /selectClass?email=${encodeURIComponent(student.email)}` as const;
export const PAYMENTS = `GET /payments/${encodeURIComponent(student.email)}` as const;
export const ENROLLED = `GET /enrolledStudent/${encodeURIComponent(student.email)}` as const;

/** Opens the payment page of a selection as the student; the server holds a seat, unless the test answers that. */
export async function openPayment(
  selection: Selection,
  { holds = true, payments = [] }: { holds?: boolean; payments?: Payment[] } = {},
) {
  api.answer(SELECTED, [selection]);
  api.answer(PAYMENTS, payments);
  if (holds)
    api.answer("POST /createPaymentIntent", { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(15) });
  return renderAt(`/dashboard/payment/${selection._id}`, student);
}

/** The server's answer to a payment that it has written down. */
export function settledAs(payment: Payment): void {
  const insertedId = payment._id;
  const result = { insertedId, modifiedCount: 1 };
  api.answer(
    "POST /payments",
    { insertResult: { insertedId }, deleteResult: { deletedCount: 1 }, result, payment },
    201,
  );
}

export function payButton(): HTMLElement {
  return screen.getByRole("button", { name: /^Confirm Payment/ });
}

/** What a pop-up says; the same text stands among the recent messages too. */
export function said(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { selector: ".toast *" });
}
