import { act, screen, waitFor, within } from "@testing-library/react";
import { aPayment, aSelection, inMinutes } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { till } from "../testing/fakeStripe";
import { openPayment, PAYMENTS, payButton, SELECTED, said, settledAs } from "../testing/paying";

const holdFor = (minutes: number) =>
  api.answer("POST /createPaymentIntent", { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(minutes) });
const asked = () => api.asked("POST /createPaymentIntent");
const main = () => within(screen.getByRole("main"));

async function pass(minutes: number): Promise<void> {
  await act(async () => void (await jest.advanceTimersByTimeAsync(minutes * 60_000)));
}

describe("as time goes by", () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  test("the seat's time counts down and is announced at five minutes and at one", async () => {
    await openPayment(aSelection());
    expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
    expect(main().queryByText(/left to pay/)).toBeNull();
    await pass(10);
    expect(main().getByText("Five minutes left to pay for your seat.")).toHaveAttribute("role", "status");
    await pass(4);
    expect(main().getByText("One minute left to pay for your seat.")).toHaveAttribute("role", "status");
  });

  test("it can be held longer, up to the server's limit", async () => {
    const { user } = await openPayment(aSelection());
    await screen.findByRole("timer");
    await pass(12);
    holdFor(15);
    await user.click(screen.getByRole("button", { name: "Hold it longer" }));
    await waitFor(() => expect(screen.getByRole("timer")).toHaveTextContent(/^1[45]:/));
    expect(await said(/Your seat is held until/)).toBeVisible();
    expect(asked()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Hold it longer" }));
    expect(await said(/cannot be held any longer/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Hold it longer" })).toBeNull();
    expect(payButton()).toBeEnabled();
  });

  test("a wish to hold it longer that gets no answer loses nothing", async () => {
    const { user } = await openPayment(aSelection());
    await screen.findByRole("timer");
    api.refuse("POST /createPaymentIntent", 503, "provider_unavailable", "A service does not answer.");
    await user.click(screen.getByRole("button", { name: "Hold it longer" }));
    expect(await said("A service does not answer.")).toBeVisible();
    expect(payButton()).toBeEnabled();
  });

  test("a hold that is over says so calmly, keeps what was typed, and can be asked for again", async () => {
    const { user } = await openPayment(aSelection());
    await screen.findByRole("timer");
    const typed = screen.getByLabelText("Card details");
    await pass(15.1);
    expect(screen.getByText(/held is over. Nothing was charged/)).toBeVisible();
    expect(payButton()).toBeDisabled();
    expect(screen.getByLabelText("Card details")).toBe(typed);
    holdFor(15);
    await user.click(main().getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("timer")).toBeVisible();
    expect(payButton()).toBeEnabled();
  });

  test("a card that is being charged when the time is over is waited for", async () => {
    const selection = aSelection();
    let end = (_: { charged: string }) => {};
    till.outcomes = [
      new Promise((resolve) => {
        end = resolve;
      }),
    ];
    const { user } = await openPayment(selection);
    await screen.findByRole("timer");
    await user.click(payButton());
    await pass(16);
    expect(screen.queryByText(/held is over/)).toBeNull();
    settledAs(aPayment({ payId: selection._id, transactionId: "pi_1" }));
    await act(async () => end({ charged: "pi_1" }));
    expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  });
});

test("a machine whose clock is wrong can pay all the same", async () => {
  api.answer("POST /createPaymentIntent", { clientSecret: "pi_1_secret_x", heldUntil: inMinutes(-30) });
  await openPayment(aSelection(), { holds: false });
  expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  expect(payButton()).toBeEnabled();
});

test.each([
  ["class_full", "This class is full.", "Look at other classes", "/all-classes", true],
  ["too_many_holds", "You are holding seats.", "My Selected Classes", "/dashboard/my-selected-classes", true],
  [
    "already_enrolled",
    "You already have it.",
    "My Enrolled Classes",
    "/dashboard/my-enrolled-classes",
    false,
  ],
])("a refusal is told with its way on: %s", async (code, message, link, href, again) => {
  api.refuse("POST /createPaymentIntent", 409, code, message);
  await openPayment(aSelection(), { holds: false });
  expect(await screen.findByText(message)).toBeVisible();
  expect(main().getByRole("link", { name: link })).toHaveAttribute("href", href);
  expect(main().queryByRole("button", { name: "Try again" }) !== null).toBe(again);
  expect(payButton()).toBeDisabled();
});

test("a payment that had succeeded unseen, and went back, is told, and can be started again", async () => {
  const selection = aSelection();
  const message = "You had already paid for this class, and the money is on its way back to you.";
  const refunded = aPayment({ payId: selection._id, status: "refundPending", refundReason: "It was full." });
  api.on("POST /createPaymentIntent", () => {
    api.answer(PAYMENTS, [refunded]);
    return { status: 409, body: { code: "payment_refunded", message } };
  });
  const { user } = await openPayment(selection, { holds: false });
  expect(await screen.findByText(message)).toBeVisible();
  expect(main().getByRole("link", { name: "My Payment History" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history",
  );
  expect(await screen.findByText(/It was full. Your money is on its way back/)).toBeVisible();
  expect(payButton()).toBeDisabled();
  holdFor(15);
  await user.click(main().getByRole("button", { name: "Start again" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("a class that is no longer offered leads back to the selected ones", async () => {
  api.refuse("POST /createPaymentIntent", 404, "not_found", "There is no such thing here.");
  await openPayment(aSelection(), { holds: false });
  expect(await screen.findByText(/not offered any longer/)).toBeVisible();
  expect(main().queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a hold that ended just now is asked for again", async () => {
  api.refuse("POST /createPaymentIntent", 409, "hold_ended", "Your hold ended just now.");
  const { user } = await openPayment(aSelection(), { holds: false });
  await screen.findByText("Your hold ended just now.");
  holdFor(15);
  await user.click(main().getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
});

test("no answer from the server can be tried again", async () => {
  api.on("POST /createPaymentIntent", () => {
    throw new TypeError("Failed to fetch");
  });
  const { user } = await openPayment(aSelection(), { holds: false });
  expect(await screen.findByText(/could not reach Craft Camp/)).toBeVisible();
  holdFor(15);
  await user.click(main().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("another price is shown before anything is paid", async () => {
  const selection = aSelection();
  api.on("POST /createPaymentIntent", () => {
    api.answer(SELECTED, [{ ...selection, price: 60 }]);
    return { status: 409, body: { code: "price_changed", message: "The price of this class has changed." } };
  });
  const { user } = await openPayment(selection, { holds: false });
  await screen.findByText("The price of this class has changed.");
  const goOn = await screen.findByRole("button", { name: "Go on at $60.00" });
  holdFor(15);
  await user.click(goOn);
  await waitFor(() => expect(payButton()).toBeEnabled());
  expect(payButton()).toHaveTextContent("$60.00");
  expect(asked().map(({ body }) => body)).toMatchObject([{ price: 45.5 }, { price: 60 }]);
});

test("the price promised with a held seat is the one that is asked for", async () => {
  await openPayment(aSelection({ price: 60, heldPrice: 45.5, heldUntil: inMinutes(9) }));
  await screen.findByRole("timer");
  expect(asked()[0]?.body).toMatchObject({ price: 45.5 });
});

test("an earlier payment that was refunded is told, and does not bar the way", async () => {
  const selection = aSelection();
  const refundReason = "The class had filled up before your payment arrived.";
  const refunded = aPayment({ payId: selection._id, status: "refunded", refundReason });
  api.answer("POST /createPaymentIntent", { clientSecret: "pi_2_secret_x", heldUntil: inMinutes(15) });
  await openPayment(selection, { holds: false, payments: [refunded] });
  expect(await screen.findByText(/earlier payment.*has been given back/)).toBeVisible();
  await waitFor(() => expect(payButton()).toBeEnabled());
});

describe("a free class", () => {
  const free = () => aSelection({ price: 0 });

  test("needs no card and one press", async () => {
    const selection = free();
    const payment = aPayment({ payId: selection._id, price: 0, transactionId: null });
    settledAs(payment);
    const { user } = await openPayment(selection, { holds: false });
    const button = await screen.findByRole("button", { name: "Enroll for free" });
    api.answer(SELECTED, []);
    api.answer(PAYMENTS, [payment]);
    await user.click(button);
    expect(await screen.findByText(/You are enrolled in/)).toBeVisible();
    expect(screen.queryByText(/Transaction complete/)).toBeNull();
    expect(api.asked("POST /payments")[0]?.body).toEqual({ classId: selection.classId });
    expect(asked()).toEqual([]);
  });

  test("that is full says so", async () => {
    api.refuse("POST /payments", 409, "class_full", "This class is full.");
    const { user } = await openPayment(free(), { holds: false });
    await user.click(await screen.findByRole("button", { name: "Enroll for free" }));
    expect(await screen.findByText("This class is full.")).toBeVisible();
  });

  test("that has a price now is paid for by card", async () => {
    const selection = free();
    api.refuse("POST /payments", 409, "price_changed", "The price has changed.");
    holdFor(15);
    const { user } = await openPayment(selection, { holds: false });
    const button = await screen.findByRole("button", { name: "Enroll for free" });
    api.answer(SELECTED, [{ ...selection, price: 20 }]);
    await user.click(button);
    await waitFor(() => expect(payButton()).toHaveTextContent("$20.00"));
    expect(await said("The price has changed.")).toBeVisible();
  });
});
