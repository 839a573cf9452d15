import { screen, waitFor, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, inMinutes } from "../../testing/builders";
import { ENROLLED, PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { openPage, PAGE_PATH } from "../../testing/myClassPage";
import { renderAt, student } from "../../testing/renderAt";

const REFUND_REASON = "You canceled your seat.";

test("shows the description, the instructor's e-mail address and the payment", async () => {
  await openPage();
  expect(screen.getByText("Pinch, coil and glaze a small zoo.")).toBeVisible();
  expect(screen.getByRole("link", { name: "instructor@camp.example" })).toHaveAttribute(
    "href",
    "mailto:instructor@camp.example",
  );
  const summary = within(screen.getByRole("region", { name: "Payment" }));
  for (const text of ["$45.50", "Enrolled"]) expect(summary.getByText(text)).toBeVisible();
  expect(summary.getByRole("link", { name: "Receipt" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history/receipt/p1",
  );
});

test("shows the discount, how it was paid, and what the school has moved and refunded", async () => {
  const move = { fromClassId: "5", fromClass: "Looms", toClassId: "7", toClass: "Clay Animals" };
  const refund = { _id: "1", amount: 10, state: "SENT" as const, createdAt: "2027-01-05T15:00:00Z" };
  await openPage(
    aPayment({
      classId: "7",
      listPrice: 50.5,
      discount: 5,
      discountText: "Early price",
      method: "check",
      moves: [{ ...move, at: "2027-01-05T15:00:00Z", reason: "Ines is ill" }],
      refunds: [{ ...refund, note: "The week is cheaper", endedAt: "2027-01-05T15:00:00Z" }],
    }),
  );
  const summary = screen.getByRole("region", { name: "Payment" });
  expect(summary).toHaveTextContent("Price$45.50 instead of $50.50Early price: $5.00 off");
  expect(summary).toHaveTextContent(/Fri, Nov\s27, 9:00\sAM \(Eastern Time\) by check/);
  expect(summary).toHaveTextContent(
    "ChangesMoved from Looms on Tue, Jan 5: Ines is ill$10.00 back: The week is cheaper",
  );
});

test.each([
  [0, "We didn't get the money, so there's nothing to refund."],
  [20, "We didn't get the money, but we've already paid $20.00 back to you."],
])("says what a returned check means if %i dollars had been paid back", async (paidBack, text) => {
  const check = { method: "check", transactionId: null, returned: true, paidBack } as const;
  api.respond(ENROLLED, []);
  api.respond(PAYMENTS, [aPayment({ classId: "7", status: "refunded", ...check })]);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText((shown) => shown.includes(text))).toBeVisible();
});

test("offers the lessons as a calendar file until the class has ended", async () => {
  const lesson = { _id: "1", startsAt: inMinutes(60), endsAt: inMinutes(120), place: "" };
  const days = { firstDay: "2027-07-05", lastDay: "2027-07-05" };
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", ...days, lessons: [lesson] })]);
  api.respond(PAYMENTS, [aPayment({ classId: "7" })]);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByRole("link", { name: "Add to calendar: Clay Animals" })).toHaveAttribute(
    "href",
    "/classes/7/calendar.ics",
  );
});

test("says that the class has no dates anymore", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", lessonsRemovedAt: inMinutes(-60) })]);
  api.respond(PAYMENTS, [aPayment({ classId: "7" })]);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText(/^This class has no dates right now. We'll email you/)).toBeVisible();
});

test("says when and why the school canceled the class, and what is refunded", async () => {
  const withdrawal = { withdrawnAt: "2026-07-04T15:00:00Z", reason: "Ines has broken\nher wrist." };
  const refundReason = "The school canceled this class.";
  api.respond(PAYMENTS, [aPayment({ classId: "7", status: "refundPending", refundReason, withdrawal })]);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText("You no longer have a seat in this class.")).toBeVisible();
  expect(screen.getByText("The school canceled this class on Jul 4, 2026")).toBeVisible();
  expect(screen.getByText(/Ines has broken/)).toHaveTextContent("Ines has broken her wrist.");
  expect(screen.getByText("$45.50 is on its way back to your card.")).toBeVisible();
});

test("refreshes both lists if the student is enrolled although the payment was refunded", async () => {
  const refunded = aPayment({
    classId: "7",
    status: "refunded",
    refundReason: REFUND_REASON,
    refundedAmount: 45.5,
  });
  api.handle(ENROLLED, () => {
    api.respond(ENROLLED, []);
    return { body: [anEnrolledClass({ classId: "7" })] };
  });
  api.respond(PAYMENTS, [refunded]);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText("You no longer have a seat in this class.")).toBeVisible();
  expect(screen.queryByText(/school has reserved this seat for you/)).toBeNull();
});

test("shows a seat assigned by the school after an earlier refund", async () => {
  await openPage(aPayment({ classId: "7", status: "refunded", refundReason: REFUND_REASON }));
  await waitFor(() => expect(api.requests(ENROLLED)).toHaveLength(2));
  expect(screen.getByText(/school has reserved this seat for you/)).toBeVisible();
});

test("shows no payment for a seat assigned by the school", async () => {
  await openPage(aPayment({ classId: "99" }));
  expect(screen.getByText(/school has reserved this seat for you/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Payment" })).toBeNull();
});

test("shows an empty state if the student is not enrolled", async () => {
  api.respond(ENROLLED, []);
  api.respond(PAYMENTS, []);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText("You don't have a seat in this class.")).toBeVisible();
});
