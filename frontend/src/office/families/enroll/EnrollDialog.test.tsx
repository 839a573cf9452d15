import { screen, waitFor, within } from "@testing-library/react";

import { aReviewedClass, aWaitlistEntry } from "../../../testing/builders";
import { api } from "../../../testing/fakes/fakeApi";
import {
  aFamily,
  aFamilySeat,
  aReservation,
  chooseClass,
  confirmSeats,
  openFamily,
  respondWithQuote,
} from "../../../testing/families";
import { findToast } from "../../../testing/renderAt";

const ENROLL = "POST /desk/enrollments";
const RESERVE = "POST /desk/reservations";
const QUOTE = "POST /desk/quote";
const TOM = { _id: "32", name: "Tom", bornOn: "2012-05-01", age: 15, missing: [] };

test("takes a check for the only child in few keys", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  screen.getByRole("heading", { name: "Paula Parent" }).focus();
  const dialogOpens = screen.findByRole("dialog");
  // With the Enter that opens the family: 12 keys.
  for (const key of ["{Tab}", "{Enter}"]) await user.keyboard(key);
  const dialog = within(await dialogOpens);
  await dialog.findByRole("combobox");
  for (const key of ["c", "l", "a", "{Enter}", "1", "0", "4", "2"]) await user.keyboard(key);
  await dialog.findByText(/^Total:/);
  await user.keyboard("{Enter}");
  expect(await findToast("1 seat in Clay Animals booked.")).toBeVisible();
  expect(api.requests(ENROLL)[0]?.body).toEqual({
    userId: "12",
    lines: [{ classId: "7", childId: "31", reason: "" }],
    method: "check",
    reference: "1042",
    total: 45.5,
    key: expect.stringMatching(/^[\da-f-]{36}$/),
    override: [],
  });
});

test("shows the total before confirming, and says who can't come", async () => {
  const { user } = await openFamily(aFamily({ seats: [aFamilySeat()] }));
  const dialog = await chooseClass(user);
  expect(dialog.getByRole("checkbox", { name: /^Mia, .*already enrolled/ })).toBeDisabled();
  expect(dialog.getByText("Please choose who comes to Clay Animals.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Enroll" })).toBeDisabled();
  await user.click(dialog.getByRole("checkbox", { name: "Paula Parent" }));
  expect(dialog.getByText("Asking what it costs…")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Enroll" })).toBeDisabled();
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $45.50 by check for 1 seat");
  await user.click(dialog.getByRole("radio", { name: "Cash" }));
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $45.50 in cash for 1 seat");
});

test("shows what the server asks for each child, and why, and sends that total", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily({ children: [...aFamily().children, TOM] }));
  respondWithQuote({ "7/31": 45.5, "7/32": 40.95 }, { discountText: "Sibling discount, 10%" });
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("checkbox", { name: /^Mia/ }));
  await user.click(dialog.getByRole("checkbox", { name: /^Tom/ }));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $86.45 by check for 2 seats");
  expect(dialog.getByText("$40.95")).toBeVisible();
  expect(dialog.getAllByText("Sibling discount, 10%")[1]).toBeVisible();
  const seats = [
    { classId: "7", childId: "31" },
    { classId: "7", childId: "32" },
  ];
  expect(api.requests(QUOTE).at(-1)?.body).toEqual({ userId: "12", lines: seats, code: "" });
  await confirmSeats(user);
  await findToast("2 seats in Clay Animals booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ total: 86.45 });
});

test("reserves seats until a day", async () => {
  api.respond(RESERVE, { reservations: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  const day = dialog.getByLabelText("Reserve until");
  const until = (day as HTMLInputElement).value;
  expect(await dialog.findByText(/^1 seat reserved until .*5:00\sPM.*to pay$/)).toHaveTextContent("$45.50");
  await confirmSeats(user, "Reserve");
  expect(await findToast("1 seat in Clay Animals reserved.")).toBeVisible();
  expect(api.requests(RESERVE)[0]?.body).toEqual({
    userId: "12",
    lines: [{ classId: "7", childId: "31", reason: "" }],
    until: expect.stringContaining(until),
  });
});

test("takes the payment for a reserved seat at its price", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(
    aFamily({ children: [...aFamily().children, TOM], holds: [aReservation()] }),
  );
  respondWithQuote({ "7": 40 });
  await user.click(screen.getByRole("button", { name: /^Take payment Reserved until/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("checkbox", { name: /^Mia/ })).toBeChecked();
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("$40.00");
  await confirmSeats(user);
  await findToast("1 seat in Clay Animals booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({
    total: 40,
    lines: [{ classId: "7", childId: "31" }],
  });
});

test("shows a reserved seat in a class that has left the public list", async () => {
  const { user } = await openFamily(aFamily({ holds: [aReservation()] }));
  const clay = aReviewedClass({ _id: "7", nameClass: "Clay Animals", status: "Denied" });
  api.handle("GET /classes", ({ bearer }) => ({ body: bearer === null ? [] : [clay] }));
  await user.click(screen.getByRole("button", { name: /^Take payment Reserved until/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("checkbox", { name: /^Mia/ })).toBeChecked();
  expect(dialog.getByRole("region", { name: "Clay Animals" })).toBeVisible();
});

test("offers to try again if the class of a reserved seat can't be loaded", async () => {
  const { user } = await openFamily(aFamily({ holds: [aReservation()] }));
  api.fail("GET /classes", 503, "unavailable", "Please try again.");
  await user.click(screen.getByRole("button", { name: /^Take payment Reserved until/ }));
  const dialog = within(await screen.findByRole("dialog"));
  const retry = await dialog.findByRole("button", { name: "Try again" });
  api.respond("GET /classes", [aReviewedClass({ _id: "7", nameClass: "Clay Animals" })]);
  await user.click(retry);
  expect(await dialog.findByRole("checkbox", { name: /^Mia/ })).toBeChecked();
});

test("asks for the reason of another price", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByText("Charge another price"));
  await user.type(dialog.getByLabelText("Price of each seat"), "20");
  expect(dialog.getByText("Please give the reason for the other price.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason for the price"), "Hardship");
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("$20.00");
  await confirmSeats(user);
  await findToast("1 seat in Clay Animals booked.");
  const line = { classId: "7", childId: "31", price: 20, reason: "Hardship" };
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ total: 20, lines: [line] });
});

test("shows a refusal at its participant, offers to override it, and repeats with the same key", async () => {
  const message = "Tom is too old for this class.";
  const line = { classId: "8", childId: "32", code: "age_not_in_range", message };
  api.fail(ENROLL, 409, "not_all_available", "Not all seats are available.", { lines: [line] });
  const { user } = await openFamily(aFamily({ children: [{ ...TOM, bornOn: null, age: null }] }));
  const dialog = await chooseClass(user, "felt");
  expect(dialog.queryByRole("checkbox", { name: /Allow it anyway/ })).toBeNull();
  await confirmSeats(user);
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByRole("checkbox", { name: "Tom" })).toHaveAccessibleDescription(message);
  expect(dialog.getByRole("alert")).toHaveTextContent("Nothing is booked yet. Please see the notes above.");
  await user.click(dialog.getByRole("checkbox", { name: "The age doesn't fit. Allow it anyway." }));
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  await confirmSeats(user);
  await findToast("1 seat in Felt Hats booked.");
  const [first, second] = api.requests(ENROLL).map(({ body }) => body as { key: string; override: string[] });
  expect(second?.override).toEqual(["age"]);
  expect(second?.key).toBe(first?.key);
});

test("shows what the seats cost with a code, which a reservation doesn't take", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await dialog.findByText(/^Total:/);
  await user.click(dialog.getByText("Use a code"));
  respondWithQuote({ "7": 36.4 }, { discountText: "20% off with a code" });
  await user.type(dialog.getByLabelText("Code"), " spring ");
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $36.40 by check for 1 seat");
  expect(dialog.getByText("20% off with a code")).toBeVisible();
  expect(api.requests(QUOTE).map(({ body }) => (body as { code: string }).code)).toEqual(["", "spring"]);
  respondWithQuote({ "7": 45.5 });
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  expect(await dialog.findByText(/^1 seat reserved until/)).toHaveTextContent("$45.50 to pay");
  respondWithQuote({ "7": 36.4 });
  await user.click(dialog.getByRole("radio", { name: "Cash" }));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $36.40 in cash for 1 seat");
  await confirmSeats(user);
  await findToast("1 seat in Clay Animals booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ code: "spring", total: 36.4 });
});

test("says that a code can't be used, and takes nothing until it is gone", async () => {
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await dialog.findByText(/^Total:/);
  await user.click(dialog.getByText("Use a code"));
  api.fail(QUOTE, 409, "code_unknown", "We don't know this code.");
  await user.type(dialog.getByLabelText("Code"), "NONE");
  expect(await dialog.findByText("We don't know this code.")).toBeVisible();
  expect(dialog.getByText("There's no total yet.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Enroll" })).toBeDisabled();
  respondWithQuote({ "7": 45.5 });
  await user.clear(dialog.getByLabelText("Code"));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("$45.50");
  expect(dialog.getByRole("alert")).toBeEmptyDOMElement();
});

test("shows the new total if a price has changed", async () => {
  api.fail(ENROLL, 409, "price_changed", "The price of a class has changed.", { lines: [] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await dialog.findByText(/^Total:/);
  respondWithQuote({ "7": 50 });
  await confirmSeats(user);
  expect(await dialog.findByText("The price of a class has changed.")).toBeVisible();
  expect(await dialog.findByText("$50.00", { selector: "strong" })).toBeVisible();
});

describe("classes at the same time", () => {
  const clash = { classId: "9", nameClass: "Wood Toys", startsAt: "2099-07-06T13:00:00Z" };

  test("are named before the money is taken", async () => {
    const { user } = await openFamily(aFamily());
    respondWithQuote({ "7": 45.5 }, { clashes: { "7/31": [clash] } });
    const dialog = await chooseClass(user);
    expect(await dialog.findByRole("note")).toHaveTextContent("Mia also has Wood Toys at the same time.");
    await user.click(dialog.getByRole("checkbox", { name: /^Mia/ }));
    await user.click(dialog.getByRole("checkbox", { name: "Paula Parent" }));
    expect(dialog.queryByRole("note")).toBeNull();
  });

  test("are named after an enrollment", async () => {
    api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [clash] }, 201);
    const { user } = await openFamily(aFamily());
    await chooseClass(user);
    await confirmSeats(user);
    expect(await findToast(/^At the same time as .*: Wood Toys\.$/)).toBeVisible();
  });

  test("are named after a reservation for several", async () => {
    api.respond(RESERVE, { reservations: [], clashes: [clash, { ...clash, nameClass: "Glass" }] }, 201);
    const { user } = await openFamily(aFamily());
    const dialog = await chooseClass(user);
    await user.click(dialog.getByRole("checkbox", { name: "Paula Parent" }));
    await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
    await confirmSeats(user, "Reserve");
    expect(await findToast(/: Wood Toys and Glass\.$/)).toBeVisible();
  });
});

test("asks for the day of a reservation only", async () => {
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  await user.clear(dialog.getByLabelText("Reserve until"));
  expect(dialog.getByText("Please choose a day.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Reserve" })).toBeDisabled();
  await user.click(dialog.getByRole("radio", { name: "Check" }));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Enroll" })).toBeEnabled());
});

test("takes one check for all seats that are reserved together", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const hats = aReservation({ enrollmentId: "62", classId: "8", nameClass: "Felt Hats" });
  const { user } = await openFamily(aFamily({ holds: [aReservation(), hats] }));
  await user.click(screen.getByRole("button", { name: /^Take payment Reserved until .*\$80.00: 2 seats$/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("$75.50 by check for 2 seats");
  await confirmSeats(user);
  await findToast("2 seats in Clay Animals and Felt Hats booked.");
  const lines = [
    { classId: "7", childId: "31" },
    { classId: "8", childId: "31" },
  ];
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ lines, total: 75.5 });
});

describe("a full class", () => {
  const JOIN = "POST /desk/waitlist";

  async function openFull(overrides = {}) {
    const { user } = await openFamily(aFamily({ children: [...aFamily().children, TOM], ...overrides }));
    api.respond("GET /classes", [
      aReviewedClass({ _id: "7", nameClass: "Clay Animals", status: "Approved", seats: 0 }),
    ]);
    return { user, dialog: await chooseClass(user) };
  }

  test("takes a child on its waitlist", async () => {
    api.respond(JOIN, { insertedId: "5", position: 2, clashes: [] }, 201);
    const { user, dialog } = await openFull();
    await user.click(dialog.getByRole("button", { name: /^Join the waitlist for Mia/ }));
    expect(await findToast("Mia is number 2 on the waitlist of Clay Animals.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.requests(JOIN)[0]?.body).toEqual({ userId: "12", classId: "7", childId: "31" });
  });

  test("says why a child can't wait", async () => {
    api.fail(JOIN, 409, "age_not_in_range", "Mia is too young for this class.");
    const { user, dialog } = await openFull();
    await user.click(dialog.getByRole("button", { name: /^Join the waitlist for Mia/ }));
    expect(await dialog.findByText("Mia is too young for this class.")).toBeVisible();
    // Only a seat can be given anyway.
    expect(dialog.queryByRole("checkbox", { name: /Allow it anyway/ })).toBeNull();
  });

  test("offers no waitlist to who waits already or has a reserved seat", async () => {
    const waiting = aWaitlistEntry({ classId: "7", childId: "31", childName: "Mia" });
    const { dialog } = await openFull({ waitlist: [waiting], holds: [aReservation({ childId: "32" })] });
    expect(dialog.getByRole("checkbox", { name: /^Mia, .*on the waitlist/ })).toBeDisabled();
    const buttons = dialog.getAllByRole("button", { name: /^Join the waitlist/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Join the waitlist for Paula Parent"]);
  });
});

test("offers the waitlist once the server says that a class is full", async () => {
  const line = { classId: "7", childId: "31", code: "class_full", message: "This class is full." };
  api.fail(ENROLL, 409, "not_all_available", "Not all seats are available.", { lines: [line] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  expect(dialog.queryByRole("button", { name: /^Join the waitlist/ })).toBeNull();
  await confirmSeats(user);
  expect(await dialog.findByRole("button", { name: /^Join the waitlist for Mia/ })).toBeVisible();
});
