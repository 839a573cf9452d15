/** The page of an enrolled class in tests. */
import { screen } from "@testing-library/react";
import type { Payment } from "../payments/api";
import { anEnrolledClass, aPayment } from "./builders";
import { ENROLLED, PAYMENTS } from "./checkoutPages";
import { api } from "./fakes/fakeApi";
import { renderAt, student } from "./renderAt";

export const PAGE_PATH = "/dashboard/my-enrolled-classes/7";

/** Opens the page of a seat with this payment. */
export async function openPage(payment: Payment = aPayment({ classId: "7", _id: "p1" })) {
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7" })]);
  api.respond(PAYMENTS, [payment]);
  const view = await renderAt(PAGE_PATH, student);
  await screen.findByRole("heading", { level: 1, name: "Clay Animals" });
  return { ...view, payment };
}
