import { act, screen, waitFor, within } from "@testing-library/react";
import { pages } from "../../shared/paths";
import { anEnrolledClass, anOrder, aPayment, aSelection, inMinutes } from "../../testing/builders";
import {
  ENROLLED,
  grantOrder,
  openPaymentPage,
  orderRequests,
  PAYMENTS,
  payButton,
  respondSettled,
  SELECTED,
} from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { stripeFake } from "../../testing/fakes/fakeStripe";
import { instructor, renderAt, student } from "../../testing/renderAt";

test("holds a seat, charges the card, settles the payment and shows the next steps", async () => {
  const selection = aSelection();
  const payment = aPayment({ payId: selection._id, classId: selection.classId, transactionId: "pi_1" });
  const { user } = await openPaymentPage(selection);
  expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  expect(screen.getByText(/within 48 hours of paying/)).toBeVisible();
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Clay Animals");
  expect(payButton()).toHaveTextContent("$45.50");
  respondSettled(payment);
  api.respond(SELECTED, []);
  api.respond(PAYMENTS, [payment]);
  await user.type(screen.getByLabelText("Card details"), "4");
  await user.click(payButton());
  expect(await screen.findByText("Transaction complete with transactionId: pi_1")).toBeVisible();
  expect(await screen.findByRole("heading", { level: 1, name: "You're booked" })).toHaveFocus();
  expect(document.title).toBe("You're booked | Craft Camp");
  expect(screen.queryByRole("link", { name: /^Back to/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Start Class" })).toHaveAttribute(
    "href",
    `/dashboard/my-enrolled-classes/${selection.classId}`,
  );
  expect(stripeFake.charges).toEqual([
    { clientSecret: "pi_1_secret_x", billing: { email: student.email, name: student.name } },
  ]);
  expect(orderRequests()).toEqual([{ selections: [selection._id], total: 45.5 }]);
  expect(api.requests("POST /payments")[0]?.body).toEqual({ transactionId: "pi_1" });
});

test("disables the pay button until the provider's client is loaded and the seat is held", async () => {
  stripeFake.loadFailures = 1;
  const selection = aSelection();
  let respond = () => {};
  api.handle("POST /orders", async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return { body: anOrder([selection]) };
  });
  const { user } = await openPaymentPage(selection, { grantsHold: false });
  expect(await screen.findByRole("alert")).toHaveTextContent(/card form couldn't be loaded/i);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Card details")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(payButton()).toBeDisabled();
  await act(async () => respond());
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("charges the card only once on a double click", async () => {
  const selection = aSelection();
  let finishCharge = (_: { declined: string }) => {};
  stripeFake.outcomes = [
    new Promise((resolve) => {
      finishCharge = resolve;
    }),
  ];
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  await user.dblClick(payButton());
  expect(payButton()).toHaveAttribute("aria-busy", "true");
  expect(stripeFake.charges).toHaveLength(1);
  await act(async () => finishCharge({ declined: "Declined." }));
  expect(payButton()).toHaveAttribute("aria-busy", "false");
});

/** Opens the payment page and starts a charge. Returns a function that ends the charge. */
async function startCharge() {
  let endCharge = (_: { declined: string } | { transactionId: string }) => {};
  stripeFake.outcomes = [new Promise((resolve) => (endCharge = resolve))];
  const view = await openPaymentPage(aSelection());
  await screen.findByRole("timer");
  await view.user.click(payButton());
  return { ...view, endCharge };
}

function isUnloadPrevented(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("asks before the user leaves the page while the card is being charged", async () => {
  const { user, at, endCharge } = await startCharge();
  const path = at().pathname;
  expect(isUnloadPrevented()).toBe(true);
  await user.click(screen.getByRole("link", { name: "My Payment History" }));
  const dialog = await screen.findByRole("dialog", { name: "Your card is being charged" });
  await user.click(within(dialog).getByRole("button", { name: "Stay here" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(at().pathname).toBe(path);
  await act(async () => endCharge({ declined: "Declined." }));
  expect(isUnloadPrevented()).toBe(false);
  await user.click(screen.getByRole("link", { name: "My Payment History" }));
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-payment-history"));
});

test("leaves the page while the card is being charged if the user confirms", async () => {
  const { user, at } = await startCharge();
  await user.click(screen.getByRole("link", { name: "My Payment History" }));
  await user.click(await screen.findByRole("button", { name: "Leave anyway" }));
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-payment-history"));
});

test("does not ask any longer when the charge has ended", async () => {
  const { user, at, endCharge } = await startCharge();
  await user.click(screen.getByRole("link", { name: "My Payment History" }));
  await screen.findByRole("dialog", { name: "Your card is being charged" });
  await act(async () => endCharge({ declined: "Your card was declined." }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("Your card was declined.")).toBeVisible();
  expect(at().pathname).toMatch("/dashboard/payment/");
});

test("goes to the login page when the session ends while the card is being charged", async () => {
  const { user, at } = await startCharge();
  await user.click(screen.getByRole("button", { name: "Log Out" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("shows why the card was declined, and charges another card with the same intent", async () => {
  const selection = aSelection();
  stripeFake.outcomes = [{ declined: "Your card was declined." }, { transactionId: "pi_1" }];
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  await user.click(payButton());
  const message = await screen.findByText("Your card was declined.");
  expect(message).toHaveClass("text-danger");
  expect(screen.getAllByRole("alert")).toContain(message.parentElement);
  expect(screen.getByText(/try another card\. Your seat is still held until \d/)).toBeVisible();
  respondSettled(aPayment({ payId: selection._id, transactionId: "pi_1" }));
  await user.click(payButton());
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(stripeFake.charges.map(({ clientSecret }) => clientSecret)).toEqual([
    "pi_1_secret_x",
    "pi_1_secret_x",
  ]);
  expect(orderRequests()).toHaveLength(1);
});

test("begins at its top when the student comes back after paying", async () => {
  const selection = aSelection();
  const payment = aPayment({ payId: selection._id, classId: selection.classId, transactionId: "pi_1" });
  respondSettled(payment);
  const { user, router } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  await user.click(payButton());
  await screen.findByText(/transactionId: pi_1/);
  jest.replaceProperty(window, "scrollY", 500);
  const scrollTo = jest.spyOn(window, "scrollTo");
  await act(() => router.navigate("/all-instructors"));
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe(pages.payment(selection._id));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  expect(scrollTo).not.toHaveBeenCalledWith(0, 500);
});

test("shows the validation error of the card form while the user types", async () => {
  const { user } = await openPaymentPage(aSelection());
  await user.type(await screen.findByLabelText("Card details"), "No");
  expect(screen.getByText("No")).toHaveClass("text-danger");
});

test("shows an error and keeps the pay button enabled if the provider is unreachable", async () => {
  stripeFake.outcomes = [new Error("network")];
  const { user } = await openPaymentPage(aSelection());
  await screen.findByRole("timer");
  await user.click(payButton());
  expect(await screen.findByText(/couldn't reach Stripe/)).toBeVisible();
  expect(payButton()).toBeEnabled();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(/couldn't reach Stripe/)).toBeNull();
});

test("requests a new intent if the intent was canceled", async () => {
  stripeFake.outcomes = [{ canceled: true }];
  const { user } = await openPaymentPage(aSelection());
  await screen.findByRole("timer");
  await user.click(payButton());
  await waitFor(() => expect(orderRequests()).toHaveLength(2));
});

test("shows what was paid, what happens next, and what is still selected", async () => {
  const selection = aSelection();
  const { user } = await openPaymentPage(selection);
  await screen.findByRole("timer");
  const { classId } = selection;
  respondSettled(aPayment({ _id: "p1", payId: selection._id, classId, transactionId: "pi_1" }));
  const lesson = { _id: "1", startsAt: inMinutes(60), endsAt: inMinutes(120), place: "" };
  const full = aSelection({ nameClass: "Looms", seats: 0 });
  api.respond(ENROLLED, [anEnrolledClass({ classId: selection.classId, lessons: [lesson] })]);
  api.respond(SELECTED, [full, aSelection({ _id: "88", nameClass: "Paper Moons" })]);
  await user.click(payButton());
  const outcome = within(await screen.findByRole("region", { name: "You're booked" }));
  expect(outcome.getByText("$45.50", { selector: ".price" })).toBeVisible();
  expect(outcome.getByText(/^We're emailing your receipt to/)).toHaveTextContent("student@camp.example");
  expect(outcome.getByRole("button", { name: "Add all to my calendar" })).toBeVisible();
  expect(outcome.getByRole("heading", { name: "What happens next" })).toBeVisible();
  expect(outcome.getByRole("link", { name: "View receipt" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history/receipt/p1",
  );
  expect(await outcome.findByText("Paper Moons")).toBeVisible();
  expect(outcome.queryByText("Looms")).toBeNull();
  await user.click(outcome.getByRole("link", { name: "Pay for the next: Paper Moons" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  expect(await screen.findByRole("timer")).toBeVisible();
});

test("says who handles the card, and leads back and to the refund terms", async () => {
  await openPaymentPage(aSelection());
  await screen.findByRole("timer");
  expect(screen.getByText(/Card details go straight to Stripe/)).toBeVisible();
  expect(screen.getByRole("link", { name: "How refunds work" })).toHaveAttribute("href", "/terms#refunds");
  expect(screen.getByRole("link", { name: "Back to My Selected Classes" })).toBeVisible();
  const menu = within(screen.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement);
  expect(menu.getByRole("link", { name: "My Selected Classes" })).toHaveAttribute("aria-current", "page");
});

test("shows an earlier payment and holds no seat when the user returns", async () => {
  const payment = aPayment({ payId: "77", transactionId: "pi_9" });
  api.respond(SELECTED, []);
  api.respond(PAYMENTS, [payment]);
  await renderAt("/dashboard/payment/77", student);
  expect(await screen.findByRole("heading", { name: "You're already enrolled" })).toBeVisible();
  expect(screen.getByText(/transactionId: pi_9/)).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Back to/ })).toBeNull();
  expect(orderRequests()).toEqual([]);
});

test("shows an empty state for a class that is not selected", async () => {
  api.respond(SELECTED, []);
  api.respond(PAYMENTS, []);
  await renderAt("/dashboard/payment/77", student);
  expect(await screen.findByRole("heading", { level: 2 })).toHaveTextContent(/isn't in your selected/);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Payment");
});

test("shows an error and retries if the selections cannot be loaded", async () => {
  const selection = aSelection();
  api.fail(SELECTED, 503, "database_unavailable", "The site is very busy.");
  api.respond(PAYMENTS, []);
  const { user } = await renderAt(`/dashboard/payment/${selection._id}`, student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond(SELECTED, [selection]);
  grantOrder([selection]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
});

test("redirects a visitor to the login page, and does not charge an instructor", async () => {
  const { at, unmount } = await renderAt("/dashboard/payment/77");
  expect(at().pathname).toBe("/login");
  unmount();
  api.respond("GET /selectClass?email=instructor%40camp.example", [aSelection({ _id: "77" })]);
  api.respond("GET /payments/instructor%40camp.example", []);
  await renderAt("/dashboard/payment/77", instructor);
  expect(await screen.findByText(/Only students can pay for classes/)).toBeVisible();
  expect(orderRequests()).toEqual([]);
});
