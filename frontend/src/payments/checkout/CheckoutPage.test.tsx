import { screen, waitFor, within } from "@testing-library/react";
import { aChild, anEnrolledClass, aPayment, aSelection } from "../../testing/builders";
import {
  checkoutUrl,
  ENROLLED,
  grantFreeOrder,
  grantOrder,
  lineOf,
  openCheckout,
  orderRequests,
  PAYMENTS,
  payButton,
  respondSettled,
  SELECTED,
} from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { stripeFake } from "../../testing/fakes/fakeStripe";
import { findToast, instructor, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import type { Payment } from "../api";

const MIA = { childId: "3", childName: "Mia" };
const TOM = { childId: "4", childName: "Tom" };
const clay = aSelection({ _id: "12", classId: "7", nameClass: "Clay Animals", price: 45.5, ...MIA });
const looms = aSelection({ _id: "13", classId: "8", nameClass: "Looms", price: 60, ...TOM });
const paper = aSelection({ _id: "14", classId: "9", nameClass: "Paper Moons", price: 21 });
const ALL = [clay, looms, paper];
const NO_REFUND = { status: "enrolled" as const, refundReason: "", refundedAmount: 0 };

/** The payments of the order of these selections. */
function paymentsFor(selections = ALL, overrides: Partial<Payment> = NO_REFUND) {
  const payments = selections.map(({ _id, classId, nameClass, price, childId, childName }) =>
    aPayment({
      classId,
      nameClass,
      price,
      childId,
      childName,
      transactionId: "pi_1",
      payId: _id,
      _id: `payment-of-${_id}`,
      ...overrides,
    }),
  );
  return payments as [Payment, ...Payment[]];
}

const main = () => within(screen.getByRole("main"));

beforeEach(() => {
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" }), aChild({ _id: "4", name: "Tom" })]);
});

test("shows each class with its participant and price, holds the seats, and pays for them at once", async () => {
  const { user } = await openCheckout(ALL);
  expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  expect(screen.getByText(/Your seats are held for/)).toBeVisible();
  expect(lineOf("Clay Animals").getByText("For Mia")).toBeVisible();
  expect(lineOf("Looms").getByText("$60.00")).toBeVisible();
  expect(lineOf("Paper Moons").getByText("For Sam Student")).toBeVisible();
  expect(screen.getByText("Total for 3 seats").parentElement).toHaveTextContent("$126.50");
  expect(payButton()).toHaveTextContent("$126.50");
  respondSettled(...paymentsFor());
  api.respond(SELECTED, []);
  api.respond(PAYMENTS, paymentsFor());
  await user.click(payButton());
  expect(await screen.findByText("Transaction complete with transactionId: pi_1")).toBeVisible();
  expect(screen.getByRole("heading", { name: "You're booked" })).toHaveFocus();
  expect(orderRequests()).toEqual([{ selections: ["12", "13", "14"], total: 126.5 }]);
  expect(stripeFake.charges).toHaveLength(1);
  expect(api.requests("POST /payments").map(({ body }) => body)).toEqual([{ transactionId: "pi_1" }]);
});

test("shows what was booked, when it begins, what happens next, and what is still selected", async () => {
  const { user } = await openCheckout([clay, looms]);
  await screen.findByRole("timer");
  const lesson = { _id: "1", startsAt: "2027-07-05T13:00:00Z", endsAt: "2027-07-05T16:00:00Z", place: "" };
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", ...MIA, lessons: [lesson] })]);
  respondSettled(...paymentsFor([clay, looms]));
  api.respond(SELECTED, [paper]);
  await user.click(payButton());
  const outcome = within(await screen.findByRole("region", { name: "You're booked" }));
  expect(outcome.getByText("You've booked 2 seats. We look forward to seeing Mia and Tom!")).toHaveAttribute(
    "role",
    "status",
  );
  expect(await lineOf("Clay Animals").findByText(/First lesson: Mon, Jul 5, 9:00 AM/)).toBeVisible();
  expect(outcome.getByText(/^Total for 2 seats/)).toHaveTextContent("$105.50");
  expect(outcome.getByText(/You can cancel any of these seats for a full refund until/)).toBeVisible();
  expect(outcome.getAllByText(/Write to Ida Instructor/)).toHaveLength(1);
  expect(outcome.getByRole("link", { name: "View receipt" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/dashboard\/my-payment-history\/receipt\/payment-/),
  );
  expect(outcome.getByRole("link", { name: "Pay for the next: Paper Moons for you" })).toHaveAttribute(
    "href",
    "/dashboard/payment/14",
  );
});

test("shows one row for a class that several have booked", async () => {
  const both = [clay, { ...clay, ...TOM, _id: "15" }, looms];
  const { user } = await openCheckout(both);
  await screen.findByRole("timer");
  respondSettled(...paymentsFor(both));
  await user.click(payButton());
  const outcome = within(await screen.findByRole("region", { name: "You're booked" }));
  expect(outcome.getAllByText("Clay Animals")).toHaveLength(1);
  expect(lineOf("Clay Animals").getByText("with Ida Instructor, for Mia and Tom")).toBeVisible();
  expect(lineOf("Clay Animals").getByText("$91.00")).toBeVisible();
});

test("takes receipt and deadline of a mixed order from what was paid", async () => {
  const { user } = await openCheckout([clay, looms]);
  await screen.findByRole("timer");
  const freeSeat = { ...NO_REFUND, price: 0, cancelUntil: "2099-06-01T16:00:00Z" };
  const paidSeat = { ...NO_REFUND, cancelUntil: "2099-06-02T16:00:00Z" };
  respondSettled(...paymentsFor([clay], freeSeat), ...paymentsFor([looms], paidSeat));
  await user.click(payButton());
  const outcome = within(await screen.findByRole("region", { name: "You're booked" }));
  expect(outcome.getByText(/for a full refund/)).toHaveTextContent(/until .*Jun 2/);
  expect(outcome.getByRole("link", { name: "View receipt" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history/receipt/payment-of-13",
  );
});

test("shows that a card was declined, and charges another one with the same order", async () => {
  stripeFake.outcomes = [{ declined: "Your card was declined." }, { transactionId: "pi_1" }];
  const { user } = await openCheckout(ALL);
  await screen.findByRole("timer");
  await user.click(payButton());
  expect(await screen.findByText("Your card was declined.")).toHaveClass("text-danger");
  expect(screen.getByText(/try another card\. Your 3 seats are still held until \d/)).toBeVisible();
  respondSettled(...paymentsFor());
  await user.click(payButton());
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(orderRequests()).toHaveLength(1);
});

test("starts another order if the intent was canceled", async () => {
  stripeFake.outcomes = [{ canceled: true }];
  const { user } = await openCheckout(ALL);
  await screen.findByRole("timer");
  await user.click(payButton());
  await waitFor(() => expect(orderRequests()).toHaveLength(2));
});

test("prolongs the hold of all seats", async () => {
  const { user } = await openCheckout([clay, looms]);
  await screen.findByRole("timer");
  await advanceTime({ minutes: 12 });
  grantOrder([clay, looms]);
  await user.click(screen.getByRole("button", { name: "Get more time for my seats" }));
  const told = await screen.findByText(/^Your 2 seats are held until \d/);
  expect(told).toHaveRole("status");
  expect(orderRequests()).toHaveLength(2);
});

test("shows that the hold has expired, and holds the seats again", async () => {
  const { user } = await openCheckout([clay, looms]);
  await screen.findByRole("timer");
  await advanceTime({ minutes: 15.1 });
  expect(screen.getByText(/no longer holding your 2 seats. You haven't been charged/)).toBeVisible();
  expect(payButton()).toBeDisabled();
  grantOrder([clay, looms]);
  await user.click(main().getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
  expect(payButton()).toBeEnabled();
});

test("retries the hold after the server was unavailable", async () => {
  api.fail("POST /orders", 503, "provider_unavailable", "One of our services isn't responding right now.");
  const { user } = await openCheckout(ALL, { grantsHold: false });
  expect(await screen.findByText(/isn't responding right now/)).toBeVisible();
  grantOrder(ALL);
  await user.click(main().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("says that the payment is safe if the settlement fails, and retries it", async () => {
  const { user } = await openCheckout(ALL);
  await screen.findByRole("timer");
  api.fail("POST /payments", 503, "database_unavailable", "The site is very busy.");
  await user.click(payButton());
  expect(await screen.findByText(/payment is safe/)).toHaveTextContent(/finish booking your 3 seats/);
  respondSettled(...paymentsFor());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  expect(stripeFake.charges).toHaveLength(1);
});

test("shows an order that the card provider's webhook has settled, and its confirmation", async () => {
  const { user } = await openCheckout(ALL);
  await screen.findByRole("timer");
  api.fail("POST /payments", 503, "database_unavailable", "The site is very busy.");
  await user.click(payButton());
  await screen.findByText(/payment is safe/);
  api.respond(PAYMENTS, paymentsFor(ALL, { status: "enrollPending" }));
  await advanceTime({ seconds: 2 });
  expect(screen.getByText(/Your 3 seats are yours. We're just waiting for Stripe/)).toBeVisible();
  api.respond(PAYMENTS, paymentsFor());
  await advanceTime({ seconds: 2 });
  expect(
    screen.getByText("You've booked 3 seats. We look forward to seeing Mia, Tom, and you!"),
  ).toBeVisible();
});

test("shows the reason of each seat that is refunded", async () => {
  const { user } = await openCheckout(ALL);
  await screen.findByRole("timer");
  const refundReason = "The class filled up before your payment arrived.";
  const [refund] = paymentsFor([looms], { status: "refundPending", refundReason });
  respondSettled(...paymentsFor([clay, paper]), refund);
  await user.click(payButton());
  expect(await screen.findByText(/^You've booked 2 of 3 seats/)).toBeVisible();
  expect(lineOf("Looms").getByText(/filled up.*\$60.00 is on its way back/)).toBeVisible();
  expect(lineOf("Looms").getByText("Being refunded")).toBeVisible();
  expect(lineOf("Clay Animals").getByText("Enrolled")).toBeVisible();
});

test("shows that no seat could be booked", async () => {
  const { user } = await openCheckout([clay, looms]);
  await screen.findByRole("timer");
  respondSettled(
    ...paymentsFor([clay, looms], { status: "refunded", refundReason: "It was full.", refundedAmount: 9 }),
  );
  await user.click(payButton());
  expect(await screen.findByRole("heading", { name: "No seats in these classes" })).toHaveFocus();
  expect(main().getByRole("link", { name: "My Payment History" })).toBeVisible();
});

describe("free classes", () => {
  const free = [
    { ...clay, price: 0, priceNow: 0 },
    { ...looms, price: 0, priceNow: 0 },
  ];

  test("need no card", async () => {
    const { user } = await openCheckout(free, { grantsHold: false });
    const button = await screen.findByRole("button", { name: "Book 2 free seats" });
    expect(screen.queryByLabelText("Card details")).toBeNull();
    expect(orderRequests()).toEqual([]);
    grantFreeOrder(free);
    await user.click(button);
    expect(await screen.findByText(/^You've booked 2 seats/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "You're booked" })).toHaveFocus();
    expect(screen.queryByText(/Transaction complete/)).toBeNull();
    expect(orderRequests()).toEqual([{ selections: ["12", "13"], total: 0 }]);
  });

  test("are shown as booked if the response was lost", async () => {
    const { user } = await openCheckout(free, { grantsHold: false });
    const button = await screen.findByRole("button", { name: "Book 2 free seats" });
    api.handle("POST /orders", () => {
      api.respond(SELECTED, []);
      api.respond(PAYMENTS, paymentsFor(free));
      throw new TypeError("Failed to fetch");
    });
    await user.click(button);
    expect(await screen.findByRole("heading", { name: "You've already booked these classes" })).toBeVisible();
    expect(orderRequests()).toHaveLength(1);
  });

  test("need a card if one of them now has a price", async () => {
    api.fail("POST /orders", 409, "price_changed", "The price of a class has changed.", {
      lines: [
        { selectionId: "12", price: 0 },
        { selectionId: "13", price: 60 },
      ],
    });
    const { user } = await openCheckout(free, { grantsHold: false });
    const button = await screen.findByRole("button", { name: "Book 2 free seats" });
    api.respond(SELECTED, [{ ...clay, price: 0, priceNow: 0 }, looms]);
    await user.click(button);
    expect(await findToast("The price of a class has changed.")).toBeVisible();
    expect(await screen.findByLabelText("Card details")).toBeVisible();
  });
});

test("shows an earlier payment and holds no seats when the user returns", async () => {
  api.respond(SELECTED, []);
  api.respond(PAYMENTS, paymentsFor());
  await renderAt(checkoutUrl("12", "13", "14"), student);
  expect(await screen.findByRole("heading", { name: "You've already booked these classes" })).toBeVisible();
  expect(orderRequests()).toEqual([]);
});

test("shows an order that was paid before the page was loaded again", async () => {
  const message = "You're already enrolled in this class.";
  const lines = [clay, looms].map(({ _id }) => ({ selectionId: _id, code: "already_enrolled", message }));
  api.handle("POST /orders", () => {
    api.respond(SELECTED, []);
    api.respond(PAYMENTS, paymentsFor([clay, looms]));
    return { status: 409, body: { code: "not_all_available", message: "Not all are available.", lines } };
  });
  await openCheckout([clay, looms], { grantsHold: false });
  expect(await screen.findByRole("heading", { name: "You've already booked these classes" })).toBeVisible();
  expect(screen.getByText(/transactionId: pi_1/)).toBeVisible();
});

test("redirects a visitor to the login page, and does not charge an instructor", async () => {
  const { at, unmount } = await renderAt(checkoutUrl("12"));
  expect(at()).toMatchObject({ pathname: "/login", state: { from: checkoutUrl("12") } });
  unmount();
  api.respond("GET /selectClass?email=instructor%40camp.example", [clay]);
  api.respond("GET /payments/instructor%40camp.example", []);
  await renderAt(checkoutUrl("12"), instructor);
  expect(await screen.findByText(/Only students can pay for classes/)).toBeVisible();
  expect(orderRequests()).toEqual([]);
});
