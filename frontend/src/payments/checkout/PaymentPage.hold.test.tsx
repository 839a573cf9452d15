import { act, screen, waitFor, within } from "@testing-library/react";
import type { Selection } from "../../classes/api";
import { aPayment, aSelection, aWaitlistEntry, inMinutes } from "../../testing/builders";
import {
  grantOrder,
  NOT_ALL_AVAILABLE,
  openPaymentPage,
  orderRequests,
  PAYMENTS,
  payButton,
  refuseSeats,
  respondSettled,
  SELECTED,
  WAITLIST,
} from "../../testing/checkoutPages";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { stripeFake } from "../../testing/fakes/fakeStripe";
import { findToast } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const clay = aSelection();
const main = () => within(screen.getByRole("main"));

describe("a hold", () => {
  test("counts down, with announcements at five minutes and at one minute", async () => {
    await openPaymentPage(clay);
    expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
    expect(main().queryByText(/left to pay/)).toBeNull();
    await advanceTime({ minutes: 10 });
    expect(main().getByText("Five minutes left to pay for your seat.")).toHaveAttribute("role", "status");
    await advanceTime({ minutes: 4 });
    expect(main().getByText("One minute left to pay for your seat.")).toHaveAttribute("role", "status");
  });

  test("of a seat that the office has reserved shows its day instead of seconds", async () => {
    const until = inMinutes(7 * 24 * 60);
    const reserved = aSelection({ heldUntil: until, reservedUntil: until, heldPrice: 45.5 });
    grantOrder([reserved], 7 * 24 * 60);
    await openPaymentPage(reserved, { grantsHold: false });
    expect(await screen.findByText(/^Your seat is held until \w{3}, \w{3} \d+/)).toBeVisible();
    expect(screen.queryByRole("timer")).toBeNull();
    expect(payButton()).toBeEnabled();
  });

  test("says that the user is in line if it takes longer than usual", async () => {
    api.handle("POST /orders", () => deferred<never>().promise);
    await openPaymentPage(clay, { grantsHold: false });
    expect(await screen.findByText("Holding a seat for you …")).toBeVisible();
    expect(screen.queryByText(/You're in line/)).toBeNull();
    await advanceTime({ minutes: 0.1 });
    expect(screen.getByText(/You're in line/)).toHaveAttribute("role", "status");
  });

  test("can be prolonged up to the server's limit", async () => {
    const { user } = await openPaymentPage(clay);
    await screen.findByRole("timer");
    await advanceTime({ minutes: 12 });
    grantOrder([clay]);
    await user.click(screen.getByRole("button", { name: "Get more time for my seat" }));
    await waitFor(() => expect(screen.getByRole("timer")).toHaveTextContent(/^1[45]:/));
    expect(orderRequests()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Get more time for my seat" }));
    expect(await findToast(/can't hold your seat past/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Get more time for my seat" })).toBeNull();
    expect(main().getByRole("heading", { level: 1 })).toHaveFocus();
    expect(payButton()).toBeEnabled();
  });

  test("stays valid if prolonging it fails", async () => {
    const { user } = await openPaymentPage(clay);
    await screen.findByRole("timer");
    api.fail("POST /orders", 503, "provider_unavailable", "One of our services isn't responding right now.");
    await user.click(screen.getByRole("button", { name: "Get more time for my seat" }));
    expect(await findToast("One of our services isn't responding right now.")).toBeVisible();
    expect(payButton()).toBeEnabled();
  });

  test("shows that it has expired, keeps the card form, and can be requested again", async () => {
    const { user } = await openPaymentPage(clay);
    await screen.findByRole("timer");
    const cardInput = screen.getByLabelText("Card details");
    await advanceTime({ minutes: 15.1 });
    expect(screen.getByText(/no longer holding your seat. You haven't been charged/)).toBeVisible();
    expect(payButton()).toBeDisabled();
    expect(screen.getByLabelText("Card details")).toBe(cardInput);
    grantOrder([clay]);
    await user.click(main().getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("timer")).toBeVisible();
    expect(main().getByRole("heading", { level: 1 })).toHaveFocus();
    expect(payButton()).toBeEnabled();
  });

  test("does not expire while the card is being charged", async () => {
    const selection = aSelection();
    let finishCharge = (_: { transactionId: string }) => {};
    stripeFake.outcomes = [
      new Promise((resolve) => {
        finishCharge = resolve;
      }),
    ];
    const { user } = await openPaymentPage(selection);
    await screen.findByRole("timer");
    await user.click(payButton());
    await advanceTime({ minutes: 16 });
    expect(screen.queryByText(/held is over/)).toBeNull();
    respondSettled(aPayment({ payId: selection._id, transactionId: "pi_1" }));
    await act(async () => finishCharge({ transactionId: "pi_1" }));
    expect(await screen.findByText(/transactionId: pi_1/)).toBeVisible();
  });
});

test("accepts a payment although the local clock is wrong", async () => {
  grantOrder([clay], -30);
  await openPaymentPage(clay, { grantsHold: false });
  expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  expect(payButton()).toBeEnabled();
});

test.each([
  ["class_full", "This class is full.", "See other classes", "/all-classes", true],
  ["too_many_holds", "You are holding seats.", "My Selected Classes", "/dashboard/my-selected-classes", true],
  ["too_many_seats", "At most 4 seats.", "My Selected Classes", "/dashboard/my-selected-classes", false],
  ["held_too_long", "You can try again in 2 hours.", "See other classes", "/all-classes", false],
  [
    "already_enrolled",
    "You already have it.",
    "My Enrolled Classes",
    "/dashboard/my-enrolled-classes",
    false,
  ],
])("shows the error %s with its next step", async (code, message, link, href, canRetry) => {
  refuseSeats([clay._id, code, message]);
  await openPaymentPage(clay, { grantsHold: false });
  expect(await screen.findByText(message)).toBeVisible();
  expect(main().getByRole("link", { name: link })).toHaveAttribute("href", href);
  expect(main().queryByRole("button", { name: "Try again" }) !== null).toBe(canRetry);
  expect(payButton()).toBeDisabled();
});

describe("a class without a seat for the student", () => {
  const JOIN = { name: "Join the waitlist for Clay Animals" };

  async function openFullClass(overrides: Partial<Selection> = {}) {
    const message = "This class is full.";
    const selection = aSelection({ childId: "3", childName: "Mia", ...overrides });
    refuseSeats([selection._id, "class_full", message]);
    const view = await openPaymentPage(selection, { grantsHold: false });
    await screen.findByText(message);
    return { ...view, selection };
  }

  test("lets the participant join its waitlist", async () => {
    const { user, selection } = await openFullClass();
    api.respond("POST /waitlist", { insertedId: "31", position: 5, clashes: [] }, 201);
    const { classId, childId, childName } = selection;
    api.respond(WAITLIST, [aWaitlistEntry({ classId, childId, childName, position: 5 })]);
    await user.click(main().getByRole("button", JOIN));
    expect(await findToast("Mia is number 5 on the waitlist for Clay Animals")).toBeVisible();
    expect(api.requests("POST /waitlist").map(({ body }) => body)).toEqual([{ classId, childId: "3" }]);
    const position = await main().findByText(/^Mia is number 5 on the waitlist/);
    await waitFor(() => expect(position).toHaveFocus());
    expect(main().getByRole("link", { name: "See Mia's place" })).toBeVisible();
    expect(main().queryByRole("button", JOIN)).toBeNull();
    expect(main().getByRole("button", { name: "Try again" })).toBeEnabled();
  });

  test("does not move the focus if the user moved it during the request", async () => {
    const { user, selection } = await openFullClass();
    const joined = deferred<{ body: { insertedId: string; position: number; clashes: [] }; status: 201 }>();
    api.handle("POST /waitlist", () => joined.promise);
    const { classId, childId, childName } = selection;
    api.respond(WAITLIST, [aWaitlistEntry({ classId, childId, childName })]);
    await user.click(main().getByRole("button", JOIN));
    const retry = main().getByRole("button", { name: "Try again" });
    act(() => retry.focus());
    await act(async () =>
      joined.resolve({ body: { insertedId: "31", position: 5, clashes: [] }, status: 201 }),
    );
    await waitFor(() => expect(main().queryByRole("button", JOIN)).toBeNull());
    expect(retry).toHaveFocus();
  });

  test("shows why the server refuses", async () => {
    const { user } = await openFullClass();
    api.fail("POST /waitlist", 409, "seats_free", "You can book a seat right now.");
    await user.click(main().getByRole("button", JOIN));
    expect(await findToast("Clay Animals: You can book a seat right now.")).toBeVisible();
    expect(main().getByRole("button", JOIN)).toBeEnabled();
  });

  test("shows when to try again instead of the waitlist if its last seats are only held", async () => {
    const message = "The last seats in this class are being paid for right now.";
    refuseSeats([clay._id, "class_full", message, inMinutes(9)]);
    const { user } = await openPaymentPage(clay, { grantsHold: false });
    expect(await screen.findByText(message)).toBeVisible();
    const retry = main().getByRole("button", { name: /^Try again at \d+:\d\d/ });
    expect(main().queryByRole("button", JOIN)).toBeNull();
    grantOrder([clay]);
    await user.click(retry);
    expect(await screen.findByRole("timer")).toBeVisible();
  });

  test("has no waitlist shortly before it starts", async () => {
    await openFullClass({ startsAt: inMinutes(170) });
    expect(main().queryByRole("button", JOIN)).toBeNull();
  });
});

test("shows that an earlier payment is being refunded, and can start again", async () => {
  const message = "You had already paid for this class, and the money is on its way back to you.";
  const refunded = aPayment({ payId: clay._id, status: "refundPending", refundReason: "It was full." });
  api.handle("POST /orders", () => {
    api.respond(PAYMENTS, [refunded]);
    const lines = [{ selectionId: clay._id, code: "payment_refunded", message }];
    return { status: 409, body: { code: "not_all_available", message: NOT_ALL_AVAILABLE, lines } };
  });
  const { user } = await openPaymentPage(clay, { grantsHold: false });
  expect(await screen.findByText(message)).toBeVisible();
  expect(main().getByRole("link", { name: "My Payment History" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history",
  );
  expect(await screen.findByText(/It was full. \$45.50 is on its way back/)).toBeVisible();
  expect(payButton()).toBeDisabled();
  grantOrder([clay]);
  await user.click(main().getByRole("button", { name: "Start over" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("offers no retry for a class or a child that no longer exists", async () => {
  refuseSeats([clay._id, "not_found", "We couldn't find this. It may no longer be available."]);
  await openPaymentPage(clay, { grantsHold: false });
  expect(
    await screen.findByText(
      "This class is no longer offered, or the child it's for is no longer in your account. You haven't been charged.",
    ),
  ).toBeVisible();
  expect(main().queryByRole("button", { name: "Try again" })).toBeNull();
});

test("requests a new hold if the last one has just ended", async () => {
  refuseSeats([clay._id, "hold_ended", "Your hold ended just now."]);
  const { user } = await openPaymentPage(clay, { grantsHold: false });
  await screen.findByText("Your hold ended just now.");
  grantOrder([clay]);
  await user.click(main().getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
  expect(main().getByRole("heading", { level: 1 })).toHaveFocus();
});

test("retries the hold after a network error", async () => {
  api.disconnect("POST /orders");
  const { user } = await openPaymentPage(clay, { grantsHold: false });
  expect(await screen.findByText(/couldn't reach Craft Camp/)).toBeVisible();
  grantOrder([clay]);
  await user.click(main().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
});

test("shows a changed price before the payment", async () => {
  const dearer = { ...clay, price: 60, priceNow: 60 };
  api.handle("POST /orders", () => {
    api.respond(SELECTED, [dearer]);
    const lines = [{ selectionId: clay._id, price: 60 }];
    return { status: 409, body: { code: "price_changed", message: "The price has changed.", lines } };
  });
  const { user } = await openPaymentPage(clay, { grantsHold: false });
  await screen.findByText("The price has changed.");
  const acceptButton = await screen.findByRole("button", { name: "Continue at $60.00" });
  grantOrder([dearer]);
  await user.click(acceptButton);
  await waitFor(() => expect(payButton()).toBeEnabled());
  expect(payButton()).toHaveTextContent("$60.00");
  expect(orderRequests()).toEqual([
    { selections: [clay._id], total: 45.5 },
    { selections: [clay._id], total: 60 },
  ]);
});

test("shows an earlier refund and accepts another payment", async () => {
  const refundReason = "The class filled up before your payment arrived.";
  const refunded = aPayment({ payId: clay._id, status: "refunded", refundReason });
  await openPaymentPage(clay, { payments: [refunded] });
  expect(await screen.findByText(/paid for this class before.*We've sent \$45.50 back/)).toBeVisible();
  await waitFor(() => expect(payButton()).toBeEnabled());
});
