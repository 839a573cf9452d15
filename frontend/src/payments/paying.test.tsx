import { act, screen, waitFor, within } from "@testing-library/react";
import { aPayment, aSelection, inMinutes } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { till } from "../testing/fakeStripe";
import { openPayment, PAYMENTS, payButton, SELECTED, settledAs } from "../testing/paying";
import { instructor, renderAt, student } from "../testing/renderAt";
import type { Payment } from "./api";

test("a student pays: the hold, the card, the documented payment, and what comes next", async () => {
  const selection = aSelection();
  const payment = aPayment({ payId: selection._id, classId: selection.classId, transactionId: "pi_1" });
  const { user } = await openPayment(selection);
  expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  expect(screen.getByText(/within 48 hours of paying/)).toBeVisible();
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Clay Animals");
  expect(payButton()).toHaveTextContent("$45.50");
  settledAs(payment);
  api.answer(SELECTED, []);
  api.answer(PAYMENTS, [payment]);
  await user.type(screen.getByLabelText("Card details"), "4");
  await user.click(payButton());
  expect(await screen.findByText("Transaction complete with transactionId: pi_1")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Thank you!" })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Start Class" })).toHaveAttribute(
    "href",
    `/dashboard/my-enrolled-classes/${selection.classId}`,
  );
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "My Payment History" })).toBeVisible();
  expect(till.charges).toEqual([
    { clientSecret: "pi_1_secret_x", billing: { email: student.email, name: student.name } },
  ]);
  expect(api.asked("POST /createPaymentIntent").map(({ body }) => body)).toEqual([
    { price: 45.5, classId: selection.classId },
  ]);
  expect(api.asked("POST /payments")[0]?.body).toMatchObject({
    transactionId: "pi_1",
    email: student.email,
    price: 45.5,
    nameClass: "Clay Animals",
    image: selection.image,
    instructorName: selection.instructorName,
    instructorEmail: selection.instructorEmail,
    payId: selection._id,
    classId: selection.classId,
    seats: 6,
    enroll: 4,
    status: "enrollPending",
  });
});

test("the pay button waits for the provider's client and for the hold", async () => {
  till.missing = 1;
  const selection = aSelection();
  let answer = () => {};
  api.on("POST /createPaymentIntent", async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { body: { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(15) } };
  });
  const { user } = await openPayment(selection, { holds: false });
  expect(await screen.findByRole("alert")).toHaveTextContent(/card form could not be loaded/i);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Card details")).toBeVisible();
  expect(payButton()).toBeDisabled();
  await act(async () => answer());
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("a double click pays once", async () => {
  const selection = aSelection();
  let end = (_: { refused: string }) => {};
  till.outcomes = [
    new Promise((resolve) => {
      end = resolve;
    }),
  ];
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  await user.dblClick(payButton());
  expect(payButton()).toHaveAttribute("aria-busy", "true");
  expect(till.charges).toHaveLength(1);
  await act(async () => end({ refused: "Declined." }));
  expect(payButton()).toHaveAttribute("aria-busy", "false");
});

test("a declined card is told in red under the form, and the same intent takes another card", async () => {
  const selection = aSelection();
  till.outcomes = [{ refused: "Your card was declined." }, { charged: "pi_1" }];
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  await user.click(payButton());
  const complaint = await screen.findByText("Your card was declined.");
  expect(complaint).toHaveClass("text-danger");
  expect(screen.getAllByRole("alert")).toContain(complaint.parentElement);
  settledAs(aPayment({ payId: selection._id, transactionId: "pi_1" }));
  await user.click(payButton());
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(till.charges.map(({ clientSecret }) => clientSecret)).toEqual(["pi_1_secret_x", "pi_1_secret_x"]);
  expect(api.asked("POST /createPaymentIntent")).toHaveLength(1);
});

test("what the card form complains about while typing stands under it", async () => {
  const { user } = await openPayment(aSelection());
  await user.type(await screen.findByLabelText("Card details"), "No");
  expect(screen.getByText("No")).toHaveClass("text-danger");
});

test("a provider that does not answer can be tried again", async () => {
  till.outcomes = [new Error("network")];
  const { user } = await openPayment(aSelection());
  await screen.findByRole("timer");
  await user.click(payButton());
  expect(await screen.findByText(/could not be asked/)).toBeVisible();
  expect(payButton()).toBeEnabled();
});

test("an intent that was canceled meanwhile is replaced by another", async () => {
  till.outcomes = [{ over: true }];
  const { user } = await openPayment(aSelection());
  await screen.findByRole("timer");
  await user.click(payButton());
  await waitFor(() => expect(api.asked("POST /createPaymentIntent")).toHaveLength(2));
});

test("a payment that could not be written down is said to be safe, and is tried again", async () => {
  const selection = aSelection();
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  api.refuse("POST /payments", 503, "provider_unavailable", "A service does not answer.");
  await user.click(payButton());
  expect(await screen.findByText(/payment is safe/)).toHaveTextContent(/A service does not answer/);
  settledAs(aPayment({ payId: selection._id, transactionId: "pi_1" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(till.charges).toHaveLength(1);
});

test("it is tried again by itself too, as late as the server asks", async () => {
  const selection = aSelection();
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  api.on("POST /payments", () => {
    settledAs(aPayment({ payId: selection._id, transactionId: "pi_1" }));
    const body = { code: "database_unavailable", message: "Very busy." };
    return { status: 503, body, headers: { "Retry-After": "3" } };
  });
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await user.click(payButton());
    expect(await screen.findByText(/payment is safe/)).toHaveTextContent(/Try again in 3 seconds/);
    await act(async () => void (await jest.advanceTimersByTimeAsync(2500)));
    expect(api.asked("POST /payments")).toHaveLength(1);
    await act(async () => void (await jest.advanceTimersByTimeAsync(1000)));
    expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
    expect(api.asked("POST /payments")).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test("where the card provider was quicker than the browser, the history tells so", async () => {
  const selection = aSelection();
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  api.refuse("POST /payments", 503, "database_unavailable", "Very busy.");
  await user.click(payButton());
  await screen.findByText(/payment is safe/);
  api.answer(PAYMENTS, [aPayment({ payId: selection._id, transactionId: "pi_1" })]);
  expect(await screen.findByText(/transactionId: pi_1/, {}, { timeout: 3000 })).toBeVisible();
});

test("the page waits for the card provider's word, and tells when it has come", async () => {
  const selection = aSelection();
  const payment = aPayment({ payId: selection._id, status: "enrollPending" });
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  settledAs(payment);
  api.answer(PAYMENTS, [payment]);
  await user.click(payButton());
  expect(await screen.findByText(/confirmation is on its way/)).toBeVisible();
  api.answer(PAYMENTS, [{ ...payment, status: "enrolled" }]);
  expect(await screen.findByText(/You are enrolled in/, {}, { timeout: 3000 })).toBeVisible();
});

test.each<[Payment["status"], RegExp]>([
  ["refundPending", /filled up.*\$45.50 are on their way back/],
  ["refunded", /filled up.*\$45.50 have been sent back/],
])("a payment that came too late is %s, and why", async (status, text) => {
  const selection = aSelection();
  const { user } = await openPayment(selection);
  await screen.findByRole("timer");
  const refundReason = "The class had filled up before your payment arrived.";
  settledAs(aPayment({ payId: selection._id, status, refundReason, refundedAmount: 45.5 }));
  await user.click(payButton());
  expect(await screen.findByRole("heading", { name: "No place in Clay Animals" })).toHaveFocus();
  expect(screen.getByText(text)).toBeVisible();
});

test("coming back after paying tells that it is paid already, and holds nothing", async () => {
  const payment = aPayment({ payId: "77", transactionId: "pi_9" });
  api.answer(SELECTED, []);
  api.answer(PAYMENTS, [payment]);
  await renderAt("/dashboard/payment/77", student);
  expect(await screen.findByRole("heading", { name: "This class is paid already" })).toBeVisible();
  expect(screen.getByText(/transactionId: pi_9/)).toBeVisible();
  expect(api.asked("POST /createPaymentIntent")).toEqual([]);
});

test("a class that is not selected leads to those that are", async () => {
  api.answer(SELECTED, []);
  api.answer(PAYMENTS, []);
  await renderAt("/dashboard/payment/77", student);
  expect(await screen.findByRole("heading", { level: 2 })).toHaveTextContent(/not among your selected/);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Payment");
});

test("what cannot be loaded is told, and can be tried again", async () => {
  const selection = aSelection();
  api.refuse(SELECTED, 503, "database_unavailable", "The site is very busy.");
  api.answer(PAYMENTS, []);
  const { user } = await renderAt(`/dashboard/payment/${selection._id}`, student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.answer(SELECTED, [selection]);
  api.answer("POST /createPaymentIntent", { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(15) });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
});

test("nobody is sent to log in, and an instructor is not charged", async () => {
  const { at, unmount } = await renderAt("/dashboard/payment/77");
  expect(at().pathname).toBe("/login");
  unmount();
  api.answer("GET /selectClass?email=instructor%40camp.example", [aSelection({ _id: "77" })]);
  api.answer("GET /payments/instructor%40camp.example", []);
  await renderAt("/dashboard/payment/77", instructor);
  expect(await screen.findByText(/Only students take places/)).toBeVisible();
  expect(api.asked("POST /createPaymentIntent")).toEqual([]);
});
