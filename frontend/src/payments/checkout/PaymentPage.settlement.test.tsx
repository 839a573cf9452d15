import { act, screen } from "@testing-library/react";
import { aPayment, aSelection } from "../../testing/builders";
import { openPaymentPage, PAYMENTS, payButton, respondSettled } from "../../testing/checkoutPages";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { stripeFake } from "../../testing/fakes/fakeStripe";
import { advanceTime } from "../../testing/time";
import type { Payment } from "../api";

test("says that the payment is safe if the settlement fails, retries it, and focuses the result", async () => {
  const selection = aSelection();
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  api.fail("POST /payments", 503, "provider_unavailable", "One of our services isn't responding right now.");
  await user.click(payButton());
  expect(await screen.findByText(/payment is safe/)).toHaveTextContent(
    /One of our services isn't responding right now/,
  );
  const settled = deferred<void>();
  api.handle("POST /payments", () => settled.promise.then(() => ({ status: 503, body: {} })));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("We're booking your seat …")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  await act(async () => settled.resolve());
  respondSettled(aPayment({ payId: selection._id, transactionId: "pi_1" }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "You're booked" })).toHaveFocus();
  expect(stripeFake.charges).toHaveLength(1);
});

test("retries the settlement automatically after the Retry-After delay", async () => {
  const selection = aSelection();
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  api.handle("POST /payments", () => {
    respondSettled(aPayment({ payId: selection._id, transactionId: "pi_1" }));
    const body = { code: "database_unavailable", message: "Very busy." };
    return { status: 503, body, headers: { "Retry-After": "3" } };
  });
  await user.click(payButton());
  expect(await screen.findByText(/payment is safe/)).toHaveTextContent(/Try again in 3 seconds/);
  await advanceTime({ seconds: 2.5 });
  expect(api.requests("POST /payments")).toHaveLength(1);
  // Safari focuses this instead of a clicked button.
  act(() => screen.getByRole("main").focus());
  await advanceTime({ seconds: 1 });
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "You're booked" })).toHaveFocus();
  expect(api.requests("POST /payments")).toHaveLength(2);
});

test("shows a payment that the webhook has settled, and leaves the focus where the user moved it", async () => {
  const selection = aSelection();
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  api.fail("POST /payments", 503, "database_unavailable", "Very busy.");
  await user.click(payButton());
  await screen.findByText(/payment is safe/);
  api.respond(PAYMENTS, [aPayment({ payId: selection._id, transactionId: "pi_1" })]);
  const overview = screen.getByRole("link", { name: "My Selected Classes" });
  act(() => overview.focus());
  await advanceTime({ seconds: 2 });
  expect(screen.getByText(/transactionId: pi_1/)).toBeVisible();
  expect(overview).toHaveFocus();
});

test("shows a pending confirmation, then the enrollment", async () => {
  const selection = aSelection();
  const payment = aPayment({ payId: selection._id, status: "enrollPending" });
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  respondSettled(payment);
  api.respond(PAYMENTS, [payment]);
  await user.click(payButton());
  expect(await screen.findByText(/waiting for Stripe to confirm your payment/)).toBeVisible();
  api.respond(PAYMENTS, [{ ...payment, status: "enrolled" }]);
  await advanceTime({ seconds: 2 });
  expect(screen.getByText(/You're enrolled in/)).toBeVisible();
});

test.each<[Payment["status"], RegExp]>([
  ["refundPending", /filled up.*\$45.50 is on its way back/],
  ["refunded", /filled up.*We've sent \$45.50 back/],
])("shows the reason and the status %s of a payment that came too late", async (status, text) => {
  const selection = aSelection();
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  const refundReason = "The class filled up before your payment arrived.";
  respondSettled(aPayment({ payId: selection._id, status, refundReason, refundedAmount: 45.5 }));
  await user.click(payButton());
  expect(await screen.findByRole("heading", { name: "No seat in Clay Animals" })).toHaveFocus();
  expect(screen.getByText(text)).toBeVisible();
});
