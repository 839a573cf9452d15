import { act, screen, waitFor, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, inMinutes } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { ENROLLED, PAYMENTS } from "../testing/paymentPage";
import { findToast, renderAt, student } from "../testing/renderAt";
import { advanceTime } from "../testing/time";

const PAGE_PATH = "/dashboard/my-enrolled-classes/7";
const REFUND_REASON = "You canceled your seat.";

async function openPage(payment = aPayment({ classId: "7", _id: "p1" })) {
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7" })]);
  api.respond(PAYMENTS, [payment]);
  const view = await renderAt(PAGE_PATH, student);
  await screen.findByRole("heading", { level: 1, name: "Clay Animals" });
  return { ...view, payment };
}

async function confirmCancellation(user: Awaited<ReturnType<typeof openPage>>["user"]) {
  await user.click(screen.getByRole("button", { name: "Cancel my seat" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel your seat?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
}

test("shows the description, the instructor's e-mail address and the receipt", async () => {
  const print = jest.fn();
  window.print = print;
  const { user, payment } = await openPage();
  expect(screen.getByText("Pinch, coil and glaze a small zoo.")).toBeVisible();
  expect(screen.getByRole("link", { name: "instructor@camp.example" })).toHaveAttribute(
    "href",
    "mailto:instructor@camp.example",
  );
  const receipt = within(screen.getByRole("region", { name: "Receipt" }));
  for (const text of ["$45.50", "Sam Student", payment.transactionId ?? "", "Enrolled"])
    expect(receipt.getByText(text)).toBeVisible();
  await user.click(receipt.getByRole("button", { name: "Print receipt" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("cancels the enrollment after a confirmation and shows the progress of the refund", async () => {
  const { user, payment } = await openPage();
  const refund = {
    ...payment,
    status: "refundPending" as const,
    refundReason: REFUND_REASON,
    cancelUntil: null,
  };
  api.respond("POST /payments/cancel/p1", refund);
  api.respond(ENROLLED, []);
  api.respond(PAYMENTS, [refund]);
  await confirmCancellation(user);
  expect(await screen.findByText(/\$45.50 is on its way back/)).toBeVisible();
  expect(await findToast("Your seat in Clay Animals has been canceled")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  api.respond(PAYMENTS, [{ ...refund, status: "refunded", refundedAmount: 45.5 }]);
  await advanceTime({ seconds: 2 });
  expect(screen.getByText(/We've sent \$45.50 back/)).toBeVisible();
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

test("shows the server's error after the deadline and removes the button", async () => {
  const { user, payment } = await openPage();
  api.fail("POST /payments/cancel/p1", 409, "too_late", "That time is over. Please write to the school.");
  api.respond(PAYMENTS, [{ ...payment, cancelUntil: inMinutes(-1) }]);
  await confirmCancellation(user);
  expect(await findToast("That time is over. Please write to the school.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel my seat" })).toBeNull());
});

test("keeps the dialog open with the error if the server fails", async () => {
  const { user } = await openPage();
  api.fail("POST /payments/cancel/p1", 503, "database_unavailable", "The site is very busy.");
  await confirmCancellation(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("keeps the dialog open until the server has responded to the cancellation", async () => {
  const { user } = await openPage();
  let fail = () => {};
  api.handle("POST /payments/cancel/p1", () => new Promise((_, reject) => (fail = reject)));
  await confirmCancellation(user);
  await user.keyboard("{Escape}");
  await act(async () => fail());
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText(/We couldn't reach Craft Camp/)).toBeVisible();
});

test("offers no cancellation after the deadline", async () => {
  await openPage(aPayment({ classId: "7", cancelUntil: inMinutes(-10) }));
  expect(screen.getByText(/could cancel your seat online until/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel my seat" })).toBeNull();
});

test("mentions no refund when a free enrollment is canceled", async () => {
  const { user } = await openPage(aPayment({ classId: "7", price: 0, transactionId: null }));
  await user.click(screen.getByRole("button", { name: "Cancel my seat" }));
  expect(await screen.findByRole("dialog")).not.toHaveTextContent("$");
});

test("shows no receipt for a seat assigned by the school", async () => {
  await openPage(aPayment({ classId: "99" }));
  expect(screen.getByText(/school has reserved this seat for you/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Receipt" })).toBeNull();
});

test("shows an empty state if the student is not enrolled", async () => {
  api.respond(ENROLLED, []);
  api.respond(PAYMENTS, []);
  await renderAt(PAGE_PATH, student);
  expect(await screen.findByText("You don't have a seat in this class.")).toBeVisible();
});
