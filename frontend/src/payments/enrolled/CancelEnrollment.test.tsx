import { act, screen, waitFor, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, inMinutes } from "../../testing/builders";
import { ENROLLED, PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { openPage, PAGE_PATH } from "../../testing/myClassPage";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import type { Payment } from "../api";

const REFUND_REASON = "You canceled your seat.";
const REFUND = { refundReason: REFUND_REASON, cancelUntil: null, cancellation: null };
const UNTIL = "2027-07-05T13:00:00Z";
const HALF = { percent: 50, amount: 22.75, until: UNTIL };
const NOTHING = { percent: 0, amount: 0, until: null };

/** A payment of a seat that can be canceled on these terms. */
function withTerms(cancellation: Payment["cancellation"]): Payment {
  return aPayment({ classId: "7", _id: "p1", cancellation });
}

type User = Awaited<ReturnType<typeof openPage>>["user"];

async function openCancellation(user: User) {
  await user.click(screen.getByRole("button", { name: "Cancel my seat" }));
  return screen.findByRole("dialog", { name: "Cancel your seat?" });
}

async function confirmCancellation(user: User) {
  const dialog = await openCancellation(user);
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
}

/** Makes the server cancel the seat, and then list the payment with these properties. */
function respondCanceled(refund: Payment): void {
  api.handle("POST /payments/cancel/p1", () => {
    api.respond(ENROLLED, []);
    api.respond(PAYMENTS, [refund]);
    return { body: refund };
  });
}

test.each([
  [
    "open",
    "refundPending",
    /have questioned this payment. If the bank decides that it stands, we'll refund \$45.50/,
  ],
  ["lost", "refunded", /Your bank has returned this payment to you/],
] as const)("promises no refund while a dispute is %s", async (dispute, status, text) => {
  const { user, payment } = await openPage();
  respondCanceled(aPayment({ ...payment, ...REFUND, status, refundOwed: 45.5, refundedAmount: 0, dispute }));
  const dialog = await openCancellation(user);
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/on its way/)).not.toBeInTheDocument();
});

test("says before a cancellation that the bank decides about a disputed payment", async () => {
  const { user } = await openPage(aPayment({ classId: "7", _id: "p1", dispute: "open" }));
  const dialog = await openCancellation(user);
  expect(dialog).toHaveTextContent("and the bank decides that the payment stands, you'll get $45.50 back");
  expect(dialog).not.toHaveTextContent("back to your card");
});

test("cancels the enrollment after a confirmation and shows the progress of the refund", async () => {
  const { user, payment } = await openPage();
  const refund = aPayment({ ...payment, ...REFUND, status: "refundPending", refundOwed: 45.5 });
  respondCanceled(refund);
  const dialog = await openCancellation(user);
  expect(dialog).toHaveTextContent(
    "We'll cancel your seat in Clay Animals right away and send $45.50 (100%) back to your card.",
  );
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
  expect(await screen.findByText(/\$45.50 is on its way back/)).toBeVisible();
  expect(await findToast("Your seat in Clay Animals has been canceled")).toBeVisible();
  expect(api.requests("POST /payments/cancel/p1")[0]?.body).toEqual({ withoutRefund: false, amount: 45.5 });
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  api.respond(PAYMENTS, [{ ...refund, status: "refunded", refundedAmount: 45.5, refundOwed: 0 }]);
  await advanceTime({ seconds: 2 });
  expect(screen.getByText(/We've sent \$45.50 back/)).toBeVisible();
});

test("shows the partial refund before and after the cancellation", async () => {
  const { user, payment } = await openPage(withTerms(HALF));
  expect(screen.getByText(/^You'll get/)).toHaveTextContent(
    "You'll get $22.75 back (50%) if you cancel by Mon, Jul 5, 9:00 AM (Eastern Time). How refunds work",
  );
  respondCanceled(aPayment({ ...payment, ...REFUND, status: "refunded", refundedAmount: 22.75 }));
  const dialog = await openCancellation(user);
  expect(dialog).toHaveTextContent("send $22.75 (50%) back to your card");
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
  expect(await screen.findByText(/We've sent \$22.75 of \$45.50 back/)).toBeVisible();
});

test("explains the lower refund after an earlier refund", async () => {
  const payment = withTerms({ percent: 100, amount: 35.5, until: UNTIL });
  await openPage({ ...payment, refundedAmount: 10 });
  expect(screen.getByText(/^You'll get/)).toHaveTextContent(
    "You'll get $35.50 back (100%, less the $10.00 we've already refunded)",
  );
  expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent("Refunded$10.00");
});

test("gives up the seat without a refund after a confirmation", async () => {
  const { user, payment } = await openPage(withTerms(NOTHING));
  expect(screen.getByText(/It's too late for a refund. You can still give up your seat./)).toBeVisible();
  respondCanceled(aPayment({ ...payment, ...REFUND, status: "refunded", refundedAmount: 0 }));
  await user.click(screen.getByRole("button", { name: "Give up my seat" }));
  const dialog = await screen.findByRole("dialog", { name: "Give up your seat without a refund?" });
  expect(dialog).toHaveTextContent("You won't get any money back for your seat in Clay Animals.");
  await user.click(within(dialog).getByRole("button", { name: "Give up my seat" }));
  expect(await screen.findByText(/You canceled your seat. It was too late for a refund./)).toBeVisible();
  expect(api.requests("POST /payments/cancel/p1")[0]?.body).toEqual({ withoutRefund: true, amount: 0 });
});

test("shows the current terms in the dialog, although the page was opened under better ones", async () => {
  const { user } = await openPage();
  api.respond(PAYMENTS, [withTerms(HALF)]);
  expect(await openCancellation(user)).toHaveTextContent("send $22.75 (50%) back to your card");
});

test("changes the open dialog when its terms end", async () => {
  const { user } = await openPage(withTerms({ percent: 100, amount: 45.5, until: inMinutes(1) }));
  expect(await openCancellation(user)).toHaveTextContent("$45.50 (100%)");
  api.respond(PAYMENTS, [withTerms(NOTHING)]);
  await advanceTime({ minutes: 1 });
  expect(screen.getByRole("dialog", { name: "Give up your seat without a refund?" })).toBeVisible();
});

test("keeps terms that end after many weeks", async () => {
  const { user } = await openPage(withTerms({ percent: 100, amount: 45.5, until: inMinutes(60 * 24 * 60) }));
  await openCancellation(user);
  const requests = api.requests(PAYMENTS).length;
  await advanceTime({ seconds: 1 });
  expect(api.requests(PAYMENTS)).toHaveLength(requests);
});

test("offers no cancellation once the class has begun", async () => {
  await openPage(withTerms(null));
  expect(screen.getByText(/^This class has started, so you can't cancel your seat online/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /seat$/ })).toBeNull();
});

test("does not mention a cancellation after the end of the class", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", place: "Pottery", endedAt: inMinutes(-60) })]);
  api.respond(PAYMENTS, [withTerms(null)]);
  await renderAt(PAGE_PATH, student);
  await screen.findByText("This class has ended.");
  expect(screen.queryByText(/Canceling your seat/)).toBeNull();
});

test("offers the full refund after the end of the class if a late change has opened it", async () => {
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", place: "Pottery", endedAt: inMinutes(-60) })]);
  api.respond(PAYMENTS, [withTerms({ percent: 100, amount: 45.5, until: UNTIL })]);
  await renderAt(PAGE_PATH, student);
  await screen.findByText("This class has ended.");
  expect(screen.getByText(/^You'll get/)).toHaveTextContent("You'll get $45.50 back (100%) if you cancel by");
});

test.each([
  ["too_late", "It's too late for a refund.", withTerms(NOTHING), "Give up my seat"],
  ["class_begun", "This class has already started.", withTerms(null), null],
] as const)("shows the refusal %s and the current terms", async (code, message, after, button) => {
  const { user } = await openPage();
  api.handle("POST /payments/cancel/p1", () => {
    api.respond(PAYMENTS, [after]);
    return { status: 409, body: { code, message } };
  });
  await confirmCancellation(user);
  expect(await findToast(message)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const names = screen.queryAllByRole("button", { name: /seat$/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(button === null ? [] : [button]);
});

test("shows the new refund in the open dialog if it has changed since the dialog opened", async () => {
  const { user } = await openPage();
  const message = "The amount you'd get back has changed.";
  api.handle("POST /payments/cancel/p1", () => {
    api.respond(PAYMENTS, [withTerms(HALF)]);
    return { status: 409, body: { code: "refund_changed", message } };
  });
  await confirmCancellation(user);
  const dialog = screen.getByRole("dialog", { name: "Cancel your seat?" });
  expect(await within(dialog).findByText(message)).toBeVisible();
  expect(dialog).toHaveTextContent("send $22.75 (50%) back to your card");
  respondCanceled(aPayment({ ...withTerms(HALF), ...REFUND, status: "refunded", refundedAmount: 22.75 }));
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
  expect(await findToast("Your seat in Clay Animals has been canceled")).toBeVisible();
  const amounts = api.requests("POST /payments/cancel/p1").map(({ body }) => body);
  expect(amounts).toEqual([
    { withoutRefund: false, amount: 45.5 },
    { withoutRefund: false, amount: 22.75 },
  ]);
});

test("keeps the dialog open with the error if the server fails, and opens again without it", async () => {
  const { user } = await openPage();
  api.fail("POST /payments/cancel/p1", 503, "database_unavailable", "The site is very busy.");
  await confirmCancellation(user);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Keep my seat" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await openCancellation(user);
  expect(screen.queryByText("The site is very busy.")).toBeNull();
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

test("mentions no refund when a free enrollment is canceled", async () => {
  const free = { ...withTerms(NOTHING), price: 0, transactionId: null };
  const { user } = await openPage(free);
  expect(screen.getByText(/^If your plans change, please cancel/)).toBeVisible();
  respondCanceled(aPayment({ ...free, ...REFUND, status: "refunded", refundedAmount: 0 }));
  const dialog = await openCancellation(user);
  expect(dialog).not.toHaveTextContent("$");
  await user.click(within(dialog).getByRole("button", { name: "Cancel my seat" }));
  expect(await screen.findByText("You canceled your seat.")).toBeVisible();
  expect(api.requests("POST /payments/cancel/p1")[0]?.body).toEqual({ withoutRefund: true, amount: 0 });
});
