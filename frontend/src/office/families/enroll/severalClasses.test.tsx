import { screen, waitFor, within } from "@testing-library/react";

import { api } from "../../../testing/fakes/fakeApi";
import { aFamily, chooseClass, confirmSeats, openFamily, respondWithQuote } from "../../../testing/families";
import { findToast } from "../../../testing/renderAt";

const ENROLL = "POST /desk/enrollments";
const RESERVE = "POST /desk/reservations";
const TOM = { _id: "32", name: "Tom", bornOn: "2019-05-01", age: 8, missing: [] };

type User = Awaited<ReturnType<typeof openFamily>>["user"];

/** Adds a class by keyboard. */
async function addClass(user: User, words: string) {
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Add another class" }));
  expect(dialog.getByRole("combobox", { name: "Class" })).toHaveFocus();
  await user.keyboard(words);
  await dialog.findByRole("option");
  await user.keyboard("{Enter}");
}

test("takes one check for two children in two classes", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily({ children: [...aFamily().children, TOM] }));
  const dialog = await chooseClass(user);
  expect(dialog.getByRole("checkbox", { name: /^Mia/ })).toHaveFocus();
  await user.keyboard(" ");
  await addClass(user, "felt");
  const felt = within(dialog.getByRole("region", { name: "Felt Hats" }));
  expect(felt.getByRole("checkbox", { name: /^Mia/ })).toHaveFocus();
  expect(dialog.getByText("Please choose who comes to Felt Hats.")).toBeVisible();
  await user.click(felt.getByRole("checkbox", { name: /^Mia/ }));
  await user.click(felt.getByRole("checkbox", { name: /^Tom/ }));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $105.50 by check for 3 seats");
  expect(felt.getAllByText("$30.00")).toHaveLength(3); // of the class, and for each child
  await user.type(dialog.getByLabelText("Check number (optional)"), "1042{Enter}");
  expect(await findToast("3 seats in Clay Animals and Felt Hats booked.")).toBeVisible();
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({
    lines: [
      { classId: "7", childId: "31" },
      { classId: "8", childId: "31" },
      { classId: "8", childId: "32" },
    ],
    method: "check",
    reference: "1042",
    total: 105.5,
  });
});

test("asks for another price in one class only", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await addClass(user, "felt");
  const felt = within(dialog.getByRole("region", { name: "Felt Hats" }));
  await user.click(felt.getByText("Charge another price"));
  await user.type(felt.getByLabelText("Price of each seat"), "20");
  await user.type(felt.getByLabelText("Reason for the price"), "Hardship");
  await confirmSeats(user);
  await findToast("2 seats in Clay Animals and Felt Hats booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({
    lines: [
      { classId: "7", childId: "31", reason: "" },
      { classId: "8", childId: "31", price: 20, reason: "Hardship" },
    ],
    total: 65.5,
  });
});

test("removes a class", async () => {
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await addClass(user, "felt");
  await user.click(dialog.getByRole("button", { name: "Remove Clay Animals" }));
  expect(await dialog.findByText(/^Total:/)).toHaveTextContent("Total: $30.00 by check for 1 seat");
  expect(dialog.getByRole("button", { name: "Add another class" })).toHaveFocus();
  await user.click(dialog.getByRole("button", { name: "Change the class" }));
  expect(dialog.getByRole("combobox", { name: "Class" })).toHaveFocus();
});

test("allows nothing anyway for a class that it has removed", async () => {
  api.respond(ENROLL, { orderId: "order-1", payments: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily({ children: [{ ...TOM, bornOn: "2005-05-01" }] }));
  const dialog = await chooseClass(user, "clay");
  await user.click(dialog.getByRole("checkbox", { name: "The age doesn't fit. Allow it anyway." }));
  await addClass(user, "felt");
  await user.click(dialog.getByRole("button", { name: "Remove Clay Animals" }));
  await confirmSeats(user);
  await findToast("1 seat in Felt Hats booked.");
  expect(api.requests(ENROLL)[0]?.body).toMatchObject({ override: [] });
});

test("keeps what it allows anyway in sight", async () => {
  const line = {
    classId: "8",
    childId: "32",
    code: "birth_date_needed",
    message: "We need a date of birth.",
  };
  api.fail(ENROLL, 409, "not_all_available", "Not all seats are available.", { lines: [line] });
  const { user } = await openFamily(aFamily({ children: [{ ...TOM, bornOn: null, age: null }] }));
  const dialog = await chooseClass(user, "felt");
  await confirmSeats(user);
  await user.click(await dialog.findByRole("checkbox", { name: "The age doesn't fit. Allow it anyway." }));
  api.fail(ENROLL, 409, "class_canceled", "This class is canceled.");
  await confirmSeats(user);
  expect(await dialog.findByText("This class is canceled.")).toBeVisible();
  expect(dialog.getByRole("checkbox", { name: "The age doesn't fit. Allow it anyway." })).toBeChecked();
});

test("offers each class once, and none if the office changes its mind", async () => {
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("button", { name: "Add another class" }));
  await user.keyboard("clay");
  expect(dialog.queryByRole("option")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Don't add another class" }));
  expect(dialog.queryByRole("combobox", { name: "Class" })).toBeNull();
});

test("shows a refusal in its class", async () => {
  const message = "This class is full.";
  const line = { classId: "8", childId: "31", code: "class_full", message };
  api.fail(ENROLL, 409, "not_all_available", "Not all seats are available.", { lines: [line] });
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await addClass(user, "felt");
  await confirmSeats(user);
  const inClass = (name: string) => within(dialog.getByRole("region", { name }));
  await waitFor(() =>
    expect(inClass("Felt Hats").getByRole("checkbox", { name: /^Mia/ })).toHaveAccessibleDescription(message),
  );
  expect(inClass("Clay Animals").getByRole("checkbox", { name: /^Mia/ })).not.toHaveAccessibleDescription();
  expect(dialog.getByRole("alert")).toHaveTextContent("Nothing is booked yet. Please see the notes above.");
  await user.click(inClass("Felt Hats").getByRole("checkbox", { name: /^Mia/ }));
  expect(dialog.getByRole("alert")).toBeEmptyDOMElement();
});

test("warns of two of them at the same time", async () => {
  const clash = { classId: "7", nameClass: "Clay Animals", startsAt: "2099-07-06T13:00:00Z" };
  const { user } = await openFamily(aFamily());
  respondWithQuote({ "7": 45.5, "8": 30 }, { clashes: { "8/31": [clash] } });
  const dialog = await chooseClass(user);
  await addClass(user, "felt");
  const felt = within(dialog.getByRole("region", { name: "Felt Hats" }));
  expect(await felt.findByRole("note")).toHaveTextContent("Mia also has Clay Animals at the same time.");
});

test("reserves seats in all of them until a day", async () => {
  api.respond(RESERVE, { reservations: [], clashes: [] }, 201);
  const { user } = await openFamily(aFamily());
  const dialog = await chooseClass(user);
  await user.click(dialog.getByRole("radio", { name: "Reserve, pay later" }));
  await addClass(user, "felt");
  expect(await dialog.findByText(/^2 seats reserved until/)).toHaveTextContent(/\$75.50 to pay$/);
  expect(dialog.getByText("Use a code")).not.toBeVisible();
  await confirmSeats(user, "Reserve");
  await findToast("2 seats in Clay Animals and Felt Hats reserved.");
  expect(api.requests(RESERVE)[0]?.body).toMatchObject({
    lines: [
      { classId: "7", childId: "31" },
      { classId: "8", childId: "31" },
    ],
  });
});
