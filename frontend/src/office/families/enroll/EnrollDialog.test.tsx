import { screen, within } from "@testing-library/react";
import { aClassPage, aReviewedClass } from "../../../testing/builders";
import { api } from "../../../testing/fakes/fakeApi";
import { aFamily, aFamilySeat, aReservation, chooseClass, openFamily } from "../../../testing/families";
import { findToast } from "../../../testing/renderAt";

const ENROLL = "POST /desk/enrollments";
const RESERVE = "POST /desk/reservations";
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
  for (const key of ["c", "l", "a", "{Enter}", "1", "0", "4", "2", "{Enter}"]) await user.keyboard(key);
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
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $45.50 by check for 1 seat");
  await user.click(dialog.getByRole("radio", { name: "Cash" }));
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $45.50 in cash for 1 seat");
});

test("asks for the early price until its last day", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const early = { price: 45.5, earlyPrice: 40, earlyUntil: "2099-05-01" };
  api.respond("GET /classes", [
    aReviewedClass({ _id: "7", nameClass: "Clay Animals", status: "Approved", ...early }),
  ]);
  const dialog = await chooseClass(user);
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $40.00 by check for 1 seat");
  await user.click(dialog.getByText("Charge another price"));
  expect(dialog.getByLabelText("Price of each seat (instead of $40.00)")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  await findToast("1 seat in Clay Animals booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ total: 40 });
});

test("reserves seats until a day", async () => {
  api.respond(RESERVE, { reservations: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  const day = dialog.getByLabelText("Reserve until");
  const until = (day as HTMLInputElement).value;
  expect(dialog.getByText(/^1 seat reserved until .*5:00\sPM.*to pay$/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Reserve" }));
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
  await user.click(screen.getByRole("button", { name: "Take payment Clay Animals for Mia" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("checkbox", { name: /^Mia/ })).toBeChecked();
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("$40.00");
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  await findToast("1 seat in Clay Animals booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({
    total: 40,
    lines: [{ classId: "7", childId: "31" }],
  });
});

test("asks for the reason of another price", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByText("Charge another price"));
  await user.type(dialog.getByLabelText("Price of each seat (instead of $45.50)"), "20");
  expect(dialog.getByText("Please give the reason for the other price.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason for the price"), "Hardship");
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("$20.00");
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
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
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByRole("checkbox", { name: "Tom" })).toHaveAccessibleDescription(message);
  expect(dialog.getByRole("alert")).toHaveTextContent("Nothing is booked yet. Please see the notes above.");
  await user.click(dialog.getByRole("checkbox", { name: "The age doesn't fit. Allow it anyway." }));
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  await findToast("1 seat in Felt Hats booked.");
  const [first, second] = api.requests(ENROLL).map(({ body }) => body as { key: string; override: string[] });
  expect(second?.override).toEqual(["age"]);
  expect(second?.key).toBe(first?.key);
});

test("shows what the seats cost with a code before the money is taken", async () => {
  const message = "The total isn't the one you saw.";
  const line = { classId: "7", childId: "31", price: 36.4 };
  api.fail(ENROLL, 409, "price_changed", message, { lines: [line] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByText("Use a code"));
  await user.type(dialog.getByLabelText("Code"), " spring ");
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $36.40 by check for 1 seat");
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  await findToast("1 seat in Clay Animals booked.");
  const sent = api.requests(ENROLL).map(({ body }) => body);
  expect(sent).toMatchObject([
    { code: "spring", total: 45.5 },
    { code: "spring", total: 36.4 },
  ]);
});

test("forgets the price with a code if the code changes, or for a reservation, which takes no code", async () => {
  const line = { classId: "7", childId: "31", price: 36.4 };
  api.fail(ENROLL, 409, "price_changed", "The total isn't the one you saw.", { lines: [line] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByText("Use a code"));
  await user.type(dialog.getByLabelText("Code"), "SPRING{Enter}");
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("$36.40");
  await user.click(dialog.getByRole("radio", { name: "Cash" }));
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $36.40 in cash for 1 seat");
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  expect(dialog.getByText(/^1 seat reserved until/)).toHaveTextContent("$45.50 to pay");
  await user.click(dialog.getByRole("radio", { name: "Cash" }));
  expect(dialog.getByLabelText("Code")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(await dialog.findByText("$36.40", { selector: "strong" })).toBeVisible();
  await user.clear(dialog.getByLabelText("Code"));
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("Total: $45.50 in cash for 1 seat");
  expect(dialog.getByRole("alert")).toBeEmptyDOMElement();
});

test("says that a code can't be used", async () => {
  api.fail(ENROLL, 409, "code_unknown", "This code isn't valid.");
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByText("Use a code"));
  await user.type(dialog.getByLabelText("Code"), "NONE");
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  expect(await dialog.findByText("This code isn't valid.")).toBeVisible();
});

test("shows the new total if a price has changed", async () => {
  const line = { classId: "7", childId: "31", price: 50 };
  api.fail(ENROLL, 409, "price_changed", "The price of a class has changed.", { lines: [line] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("button", { name: "Enroll" }));
  expect(await dialog.findByText("The price of a class has changed.")).toBeVisible();
  expect(dialog.getByText(/^Total:/)).toHaveTextContent("$50.00");
});

describe("classes at the same time", () => {
  const lesson = { _id: "1", startsAt: "2099-07-06T13:00:00Z", endsAt: "2099-07-06T16:00:00Z", place: "" };
  const NOTE = /^One lesson overlaps with Mia's class Felt Hats: Mon, Jul 6, 9:00\sAM/;
  const felt = { classId: "8", nameClass: "Felt Hats" };

  beforeEach(() => {
    for (const _id of ["7", "8"]) api.respond(`GET /classes/${_id}`, aClassPage({ _id, lessons: [lesson] }));
  });

  test.each([
    ["a seat", { seats: [aFamilySeat(felt)] }],
    ["a hold", { holds: [aReservation(felt)] }],
  ])("warns before the money is taken of %s of the participant", async (_name, booked) => {
    const { user } = await openFamily(aFamily(booked));
    const dialog = await chooseClass(user);
    expect(await dialog.findByRole("note")).toHaveTextContent(NOTE);
    expect(dialog.getByRole("button", { name: "Enroll" })).toBeEnabled();
    await user.click(dialog.getByRole("checkbox", { name: /^Mia/ }));
    await user.click(dialog.getByRole("checkbox", { name: "Paula Parent" }));
    expect(dialog.queryByRole("note")).toBeNull();
  });

  const clash = { classId: "9", nameClass: "Wood Toys", startsAt: lesson.startsAt };

  test("names them after an enrollment", async () => {
    api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [clash] }, 201);
    const { user } = await openFamily(aFamily());
    const dialog = await chooseClass(user);
    await user.click(dialog.getByRole("button", { name: "Enroll" }));
    expect(await findToast(/^At the same time as .*: Wood Toys\.$/)).toBeVisible();
  });

  test("names them after a reservation for several", async () => {
    api.respond(RESERVE, { reservations: [], clashes: [clash, { ...clash, nameClass: "Glass" }] }, 201);
    const { user } = await openFamily(aFamily());
    const dialog = await chooseClass(user);
    await user.click(dialog.getByRole("checkbox", { name: "Paula Parent" }));
    await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
    await user.click(dialog.getByRole("button", { name: "Reserve" }));
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
  expect(dialog.getByRole("button", { name: "Enroll" })).toBeEnabled();
});
