import { screen, waitFor, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, inMinutes } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { ENROLLED, PAYMENTS, said } from "../testing/paying";
import { renderAt, student } from "../testing/renderAt";

const PAGE = "/dashboard/my-enrolled-classes/7";
const REASON = "You gave the place back.";

async function openClass(payment = aPayment({ classId: "7", _id: "p1" })) {
  api.answer(ENROLLED, [anEnrolledClass({ classId: "7" })]);
  api.answer(PAYMENTS, [payment]);
  const view = await renderAt(PAGE, student);
  await screen.findByRole("heading", { level: 1, name: "Clay Animals" });
  return { ...view, payment };
}

async function confirmGivingBack(user: Awaited<ReturnType<typeof openClass>>["user"]) {
  await user.click(screen.getByRole("button", { name: "Give the place back" }));
  const dialog = await screen.findByRole("dialog", { name: "Give this place back?" });
  await user.click(within(dialog).getByRole("button", { name: "Give it back" }));
}

test("a class's own page has what is done there, whom to ask, and the receipt", async () => {
  const print = jest.fn();
  window.print = print;
  const { user, payment } = await openClass();
  expect(screen.getByText("Pinch, coil and glaze a small zoo.")).toBeVisible();
  expect(screen.getByRole("link", { name: "instructor@camp.example" })).toHaveAttribute(
    "href",
    "mailto:instructor@camp.example",
  );
  const receipt = within(screen.getByRole("region", { name: "Receipt" }));
  for (const text of ["$45.50", "Sam Student", payment.transactionId ?? "", "Enrolled"])
    expect(receipt.getByText(text)).toBeVisible();
  await user.click(receipt.getByRole("button", { name: "Print the receipt" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("a place is given back in time, once that is confirmed", async () => {
  const { user, payment } = await openClass();
  const refund = { ...payment, status: "refundPending" as const, refundReason: REASON, giveBackUntil: null };
  api.answer("POST /payments/cancel/p1", refund);
  api.answer(ENROLLED, []);
  api.answer(PAYMENTS, [refund]);
  await confirmGivingBack(user);
  expect(await screen.findByText(/\$45.50 are on their way back/)).toBeVisible();
  expect(await said("Your place in Clay Animals is given back")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  api.answer(PAYMENTS, [{ ...refund, status: "refunded", refundedAmount: 45.5 }]);
  expect(await screen.findByText(/have been sent back/, {}, { timeout: 3000 })).toBeVisible();
});

test("a place whose money went back behind the page's back is looked at again", async () => {
  const refunded = aPayment({ classId: "7", status: "refunded", refundReason: REASON, refundedAmount: 45.5 });
  api.on(ENROLLED, () => {
    api.answer(ENROLLED, []);
    return { body: [anEnrolledClass({ classId: "7" })] };
  });
  api.answer(PAYMENTS, [refunded]);
  await renderAt(PAGE, student);
  expect(await screen.findByText("You have no place in this class any longer.")).toBeVisible();
  expect(screen.queryByText(/school has given you this place/)).toBeNull();
});

test("who was given a place anew, after a refund, keeps it", async () => {
  await openClass(aPayment({ classId: "7", status: "refunded", refundReason: REASON }));
  await waitFor(() => expect(api.asked(ENROLLED)).toHaveLength(2));
  expect(screen.getByText(/school has given you this place/)).toBeVisible();
});

test("too late on the server's clock is told, and the page tells the truth then", async () => {
  const { user, payment } = await openClass();
  api.refuse("POST /payments/cancel/p1", 409, "too_late", "That time is over. Please write to the school.");
  api.answer(PAYMENTS, [{ ...payment, giveBackUntil: inMinutes(-1) }]);
  await confirmGivingBack(user);
  expect(await said("That time is over. Please write to the school.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Give the place back" })).toBeNull());
});

test("no answer keeps the question open", async () => {
  const { user } = await openClass();
  api.refuse("POST /payments/cancel/p1", 503, "database_unavailable", "The site is very busy.");
  await confirmGivingBack(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("after the time for it nobody is offered to give the place back", async () => {
  await openClass(aPayment({ classId: "7", giveBackUntil: inMinutes(-10) }));
  expect(screen.getByText(/could be given back until/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Give the place back" })).toBeNull();
});

test("a free place is given back without a word of money", async () => {
  const { user } = await openClass(aPayment({ classId: "7", price: 0, transactionId: null }));
  await user.click(screen.getByRole("button", { name: "Give the place back" }));
  expect(await screen.findByRole("dialog")).not.toHaveTextContent("$");
});

test("a place that the school gave has no receipt", async () => {
  await openClass(aPayment({ classId: "99" }));
  expect(screen.getByText(/school has given you this place/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Receipt" })).toBeNull();
});

test("who has no place there is led to the classes that they have", async () => {
  api.answer(ENROLLED, []);
  api.answer(PAYMENTS, []);
  await renderAt(PAGE, student);
  expect(await screen.findByText("You have no place in this class.")).toBeVisible();
});
