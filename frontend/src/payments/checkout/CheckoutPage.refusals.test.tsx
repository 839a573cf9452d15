import { act, screen, waitFor, within } from "@testing-library/react";
import { anOrder, aPayment, aSelection, inMinutes } from "../../testing/builders";
import {
  checkoutUrl,
  grantOrder,
  lineOf,
  NOT_ALL_AVAILABLE,
  openCheckout,
  orderRequests,
  PAYMENTS,
  payButton,
  refuseSeats,
  SELECTED,
  WAITLIST,
} from "../../testing/checkoutPages";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";

const clay = aSelection({ _id: "12", classId: "7", nameClass: "Clay Animals", price: 45.5 });
const looms = aSelection({ _id: "13", classId: "8", nameClass: "Looms", price: 60 });
const paper = aSelection({ _id: "14", classId: "9", nameClass: "Paper Moons", price: 21 });
const ALL = [clay, looms, paper];

const main = () => within(screen.getByRole("main"));

describe("seats that are not available", () => {
  test("are named, and the student can continue without them", async () => {
    refuseSeats(["13", "class_full", "This class is full."]);
    const { user, at } = await openCheckout(ALL, { grantsHold: false });
    expect(await screen.findByText(NOT_ALL_AVAILABLE)).toBeVisible();
    expect(lineOf("Looms").getByText("This class is full.")).toBeVisible();
    expect(lineOf("Looms").getByRole("link", { name: "See other classes" })).toBeVisible();
    expect(lineOf("Looms").getByRole("button", { name: "Join the waitlist for Looms" })).toBeVisible();
    expect(lineOf("Clay Animals").queryByRole("link")).toBeNull();
    expect(lineOf("Clay Animals").queryByRole("button")).toBeNull();
    expect(payButton()).toBeDisabled();
    expect(main().getByRole("link", { name: "My Selected Classes" })).toBeVisible();
    grantOrder([clay, paper]);
    await user.click(main().getByRole("link", { name: "Continue with the other 2 classes" }));
    expect(await screen.findByRole("timer")).toBeVisible();
    expect(at().search).toBe("?selections=12,14");
    expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toHaveFocus();
    expect(payButton()).toHaveTextContent("$66.50");
    expect(orderRequests().at(-1)).toEqual({ selections: ["12", "14"], total: 66.5 });
  });

  test("have no waitlist while a seat of the class is left for another line", async () => {
    const forLeo = { ...looms, _id: "15", childId: "2", childName: "Leo" };
    refuseSeats(["15", "fewer_seats_left", "Only 1 seat is left in this class."]);
    await openCheckout([looms, forLeo], { grantsHold: false });
    expect(await screen.findByText("Only 1 seat is left in this class.")).toBeVisible();
    expect(main().queryByRole("button", { name: /^Join the waitlist/ })).toBeNull();
  });

  test("have no waitlist if they are only held, or if the student must do something first", async () => {
    refuseSeats(
      ["12", "verified_email_needed", "Please verify yours."],
      ["13", "class_full", "Try again in 9 minutes.", inMinutes(9)],
      ["14", "too_many_seats", "At most 4 seats in one class."],
    );
    await openCheckout(ALL, { grantsHold: false });
    expect(await screen.findByText("Try again in 9 minutes.")).toBeVisible();
    const verify = lineOf("Clay Animals").getByRole("link", { name: "Verify your email" });
    expect(verify).toHaveAttribute("href", "/dashboard/profile");
    const selected = lineOf("Paper Moons").getByRole("link", { name: "My Selected Classes" });
    expect(selected).toHaveAttribute("href", "/dashboard/my-selected-classes");
    expect(main().queryByRole("button", { name: /^Join the waitlist/ })).toBeNull();
  });

  test("offer no waitlist before it is known whether the student is waiting already", async () => {
    const waitlist = deferred<{ body: [] }>();
    refuseSeats(["13", "class_full", "This class is full."]);
    const opened = openCheckout(ALL, { grantsHold: false });
    api.handle(WAITLIST, () => waitlist.promise);
    await opened;
    expect(await screen.findByText("This class is full.")).toBeVisible();
    expect(main().queryByRole("button", { name: "Join the waitlist for Looms" })).toBeNull();
    await act(async () => waitlist.resolve({ body: [] }));
    expect(await main().findByRole("button", { name: "Join the waitlist for Looms" })).toBeVisible();
  });

  test("can be requested again if that may help", async () => {
    refuseSeats(
      ["13", "class_full", "This class is full."],
      ["14", "birth_date_needed", "We need a date of birth."],
    );
    const { user } = await openCheckout(ALL, { grantsHold: false });
    expect(await main().findByRole("link", { name: "Continue with the other class" })).toBeVisible();
    expect(lineOf("Paper Moons").getByRole("link", { name: "My Children" })).toBeVisible();
    grantOrder(ALL);
    await user.click(main().getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(payButton()).toBeEnabled());
    expect(screen.queryByText("This class is full.")).toBeNull();
  });

  test("cannot be requested again if that cannot help", async () => {
    refuseSeats(
      ["12", "class_begun", "This class has started."],
      ["13", "not_found", "We couldn't find this."],
    );
    await openCheckout([clay, looms], { grantsHold: false });
    expect(await screen.findByText("This class has started.")).toBeVisible();
    expect(lineOf("Looms").getByText(/This class is no longer offered/)).toBeVisible();
    expect(main().queryByRole("button", { name: "Try again" })).toBeNull();
    expect(main().queryByRole("link", { name: /^Continue with/ })).toBeNull();
  });

  test("are explained as on the payment page if there is only one", async () => {
    refuseSeats(["12", "held_too_long", "You can try again in 2 hours."]);
    await openCheckout([clay], { grantsHold: false });
    expect(await screen.findByText("You can try again in 2 hours.")).toBeVisible();
    expect(main().getByRole("link", { name: "See other classes" })).toBeVisible();
    expect(screen.queryByText(NOT_ALL_AVAILABLE)).toBeNull();
  });
});

test("shows the new prices and their sum, and asks before the student pays them", async () => {
  const dearer = { ...looms, price: 75, priceNow: 75 };
  api.handle("POST /orders", () => {
    api.respond(SELECTED, [clay, dearer]);
    const lines = [clay, dearer].map(({ _id, price }) => ({ selectionId: _id, price }));
    return {
      status: 409,
      body: { code: "price_changed", message: "The price of a class has changed.", lines },
    };
  });
  const { user } = await openCheckout([clay, looms], { grantsHold: false });
  expect(await screen.findByText("The price of a class has changed.")).toBeVisible();
  expect(lineOf("Looms").getByText("$75.00")).toBeVisible();
  expect(screen.getByText("Total for 2 seats").parentElement).toHaveTextContent("$120.50");
  expect(payButton()).toBeDisabled();
  grantOrder([clay, dearer]);
  await user.click(main().getByRole("button", { name: "Pay $120.50 instead" }));
  await waitFor(() => expect(payButton()).toBeEnabled());
  expect(payButton()).toHaveTextContent("$120.50");
  expect(orderRequests()).toEqual([
    { selections: ["12", "13"], total: 105.5 },
    { selections: ["12", "13"], total: 120.5 },
  ]);
});

test("shows the prices of the holds", async () => {
  api.respond("POST /orders", anOrder([{ ...clay, price: 40 }, looms]));
  await openCheckout([clay, looms], { grantsHold: false });
  await screen.findByRole("timer");
  expect(payButton()).toHaveTextContent("$100.00");
});

test("says that too many seats are held", async () => {
  api.fail("POST /orders", 409, "too_many_holds", "We can hold at most 12 seats for you at a time.");
  await openCheckout(ALL, { grantsHold: false });
  expect(await screen.findByText("We can hold at most 12 seats for you at a time.")).toBeVisible();
  expect(main().getByRole("link", { name: "My Selected Classes" })).toBeVisible();
});

test("shows an earlier refund of one of the classes", async () => {
  const refunded = aPayment({ payId: "13", status: "refunded", refundReason: "It was full." });
  await openCheckout([clay, looms], { payments: [refunded] });
  expect(
    await screen.findByText(/paid for Looms before. It was full. We've sent \$45.50 back/),
  ).toBeVisible();
  expect(payButton()).toBeEnabled();
});

describe("a URL with a class that cannot be paid for", () => {
  test("names the others, and leads to them", async () => {
    api.respond(SELECTED, [clay]);
    api.respond(PAYMENTS, [aPayment({ payId: "13", nameClass: "Looms" })]);
    const { user } = await renderAt(checkoutUrl("12", "13", "99"), student);
    expect(await screen.findByRole("heading", { level: 2 })).toHaveTextContent(/^Some of these classes/);
    expect(screen.getByText("Already booked: Looms.")).toBeVisible();
    expect(screen.getByText("You can still pay for Clay Animals.")).toBeVisible();
    expect(orderRequests()).toEqual([]);
    grantOrder([clay]);
    await user.click(screen.getByRole("link", { name: "Continue with the other class" }));
    expect(await screen.findByRole("timer")).toBeVisible();
    expect(screen.getByText(/Your seat is held for/)).toBeVisible();
  });

  test.each([
    ["?selections=98,99", "These classes aren't in your selected classes."],
    ["?selections=Clay", "This class isn't in your selected classes."],
    ["?selections=", "There's nothing to pay for yet."],
    ["", "There's nothing to pay for yet."],
    [
      `?selections=${Array.from({ length: 13 }, (_, index) => index)}`,
      "That's too many classes for one payment.",
    ],
  ])("leads back if there are no others: %s", async (search, title) => {
    api.respond(SELECTED, [clay]);
    api.respond(PAYMENTS, []);
    await renderAt({ pathname: "/dashboard/checkout", search }, student);
    expect(await screen.findByRole("heading", { level: 2, name: title })).toBeVisible();
    expect(main().getByRole("link", { name: "My Selected Classes" })).toHaveAttribute(
      "href",
      "/dashboard/my-selected-classes",
    );
    expect(orderRequests()).toEqual([]);
  });
});

test("shows an error and retries if the selections cannot be loaded", async () => {
  api.fail(SELECTED, 503, "database_unavailable", "The site is very busy.");
  api.respond(PAYMENTS, []);
  const { user } = await renderAt(checkoutUrl("12", "13"), student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond(SELECTED, [clay, looms]);
  grantOrder([clay, looms]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("timer")).toBeVisible();
});
