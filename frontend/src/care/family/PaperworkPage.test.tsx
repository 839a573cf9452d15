import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { api } from "../../testing/fakes/fakeApi";
import { aSharedChild } from "../../testing/guardians";
import {
  aChildPaperwork,
  aContact,
  anAgreementText,
  aSheet,
  openPaperwork,
  respondWithPaperwork,
  SHEET,
} from "../../testing/paperwork";
import { findToast, renderAt, student } from "../../testing/renderAt";

const PATH = "/dashboard/my-children/3/paperwork";
const TOLD = aSheet({
  allergies: "Peanuts",
  doctor: "Dr. Lang",
  keep: true,
  confirmedAt: "2026-07-01T12:00:00Z",
});
const part = (name: string) => within(screen.getByRole("region", { name }));

test("redirects a visitor to the login page", async () => {
  const { at } = await renderAt(PATH);
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: PATH } } });
});

test("says what is missing, and which papers the office has to see", async () => {
  await openPaperwork({ missing: ["contact", "sheet", "paper:immunization"] });
  expect(
    screen.getByText(
      /^2 of 4 done\. We still need an emergency contact, the care sheet, and the immunization record/,
    ),
  ).toBeVisible();
  expect(part("Contacts for Mia").getByText("Still needed")).toBeVisible();
  expect(part("Your phone number").queryByText("Still needed")).toBeNull();
  expect(part("Papers to show").getByText("Bring Mia's immunization record to the office.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Agreements" })).toBeNull();
});

test("says that nothing is missing", async () => {
  await openPaperwork({});
  expect(screen.getByText(/^That's all we need for Mia\. Thank you!/)).toBeVisible();
});

test("shows the page of an unknown path for another family's child, and without paperwork", async () => {
  respondWithPaperwork({});
  api.respond("GET /care", [aChildPaperwork({ childId: "4", name: "Tom" })]);
  await renderAt(PATH, student);
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
});

test("shows an error and retries if the paperwork cannot be loaded", async () => {
  respondWithPaperwork({});
  api.fail("GET /contacts", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond("GET /contacts", []);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Your phone number" })).toBeVisible();
});

test("shows the other parts if the care sheet cannot be read", async () => {
  respondWithPaperwork({});
  api.fail(`GET ${SHEET}`, 503, "unreadable", "We can't read this care sheet right now.");
  await renderAt(PATH, student);
  const sheet = within(await screen.findByRole("region", { name: "Care sheet for Mia" }));
  expect(sheet.getByRole("alert")).toHaveTextContent("We can't read this care sheet right now.");
  expect(part("Your phone number").getByLabelText("Phone")).toBeVisible();
});

describe("the phone number", () => {
  test("is saved", async () => {
    api.respond("PATCH /users/me", { modifiedCount: 1 });
    const { user } = await openPaperwork({ phone: "", missing: ["phone"] });
    await user.click(screen.getByRole("button", { name: "Save phone number" }));
    expect(await screen.findByText("Please enter your phone number.")).toBeVisible();
    await user.type(screen.getByLabelText("Phone"), "555 0100");
    respondWithPaperwork({ phone: "555 0100" });
    await user.click(screen.getByRole("button", { name: "Save phone number" }));
    expect(await screen.findByText(/^That's all we need/)).toBeVisible();
    expect(api.requests("PATCH /users/me")[0]?.body).toEqual({ phone: "555 0100" });
    // Another number changes nothing else on the page.
    await user.type(screen.getByLabelText("Phone"), "1");
    await user.click(screen.getByRole("button", { name: "Save phone number" }));
    expect(await findToast("Your phone number has been saved.")).toBeVisible();
  });

  test("shows at the field what the server refuses", async () => {
    const message = "Please enter a phone number, such as (555) 010-2003.";
    api.fail("PATCH /users/me", 400, "invalid", "Invalid.", { fields: { phone: [message] } });
    const { user } = await openPaperwork({ phone: "" });
    await user.type(screen.getByLabelText("Phone"), "abc{Enter}");
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveFocus());
  });
});

describe("the care sheet", () => {
  test("says that it can't be read, and can be written again", async () => {
    const { user } = await openPaperwork({
      sheet: aSheet({ readable: false, confirmedAt: "2026-07-05T12:00:00Z" }),
    });
    const sheet = part("Care sheet for Mia");
    expect(sheet.getByRole("alert")).toHaveTextContent("This sheet can't be read. Call the office.");
    expect(screen.queryByText(/That's all we need/)).toBeNull();
    expect(sheet.queryByRole("button", { name: "Everything is still right" })).toBeNull();
    await user.click(sheet.getByRole("button", { name: "Write it again" }));
    expect(screen.getByLabelText("Allergies and conditions")).toHaveValue("");
  });

  const save = () => screen.getByRole("button", { name: "Save care sheet" });
  const tell = (user: UserEvent) =>
    user.click(screen.getByRole("button", { name: "Yes, tell us about Mia" }));

  test("takes one press if there is nothing to tell", async () => {
    api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
    const { user } = await openPaperwork({ missing: ["sheet"] });
    respondWithPaperwork({ sheet: aSheet({ nothingToTell: true, confirmedAt: "2027-07-05T12:00:00Z" }) });
    await user.click(screen.getByRole("button", { name: "No, nothing to tell about Mia" }));
    expect(await screen.findByText(/^That's all we need for Mia/)).toBeVisible();
    expect(api.requests(`PUT ${SHEET}`)).toMatchObject([{ body: { nothingToTell: true, allergies: "" } }]);
  });

  test("is saved", async () => {
    api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
    const { user } = await openPaperwork({ missing: ["sheet"] });
    await tell(user);
    await user.type(screen.getByLabelText("Allergies and conditions"), "Peanuts");
    await user.click(screen.getByRole("checkbox", { name: "Keep this for next season" }));
    respondWithPaperwork({ sheet: { ...TOLD, confirmedAt: "2027-07-05T12:00:00Z" } });
    await user.click(save());
    expect(await screen.findByText(/^You told us this on Jul 5, 2027/)).toBeVisible();
    expect(api.requests(`PUT ${SHEET}`)[0]?.body).toEqual({
      ...{ allergies: "Peanuts", whatToDo: "", medication: "", needs: "", diet: "", doctor: "" },
      nothingToTell: false,
      keep: true,
    });
    expect(screen.queryByRole("button", { name: "Everything is still right" })).toBeNull();
  });

  test("can say that there is nothing to tell, but not together with a text", async () => {
    api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
    const { user } = await openPaperwork({});
    await tell(user);
    await user.click(save());
    expect(await screen.findByText("Is there nothing to tell us? Then please check this.")).toBeVisible();
    const nothing = screen.getByRole("checkbox", { name: /^Nothing to tell/ });
    await user.click(nothing);
    await user.type(screen.getByLabelText("Diet"), "Vegan");
    await user.click(save());
    expect(await screen.findByText("You've written something. Please uncheck this.")).toBeVisible();
    await waitFor(() => expect(nothing).toHaveFocus());
    await user.clear(screen.getByLabelText("Diet"));
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save care sheet" })).toBeNull());
    expect(api.requests(`PUT ${SHEET}`)).toMatchObject([{ body: { nothingToTell: true, diet: "" } }]);
  });

  test("takes one press in the next season if nothing has changed", async () => {
    api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
    const { user } = await openPaperwork({ missing: ["sheet"], sheet: TOLD });
    const sheet = part("Care sheet for Mia");
    expect(sheet.getByText("Peanuts")).toBeVisible();
    expect(sheet.queryByText("Medication")).toBeNull();
    respondWithPaperwork({ sheet: { ...TOLD, confirmedAt: "2027-07-05T12:00:00Z" } });
    await user.click(sheet.getByRole("button", { name: "Everything is still right" }));
    expect(await screen.findByText(/^That's all we need for Mia/)).toBeVisible();
    const { confirmedAt, missing, readable, ...values } = TOLD;
    expect(api.requests(`PUT ${SHEET}`)[0]?.body).toEqual(values);
  });

  test("can be changed", async () => {
    api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
    const { user } = await openPaperwork({ sheet: TOLD });
    await user.click(screen.getByRole("button", { name: "Change the care sheet" }));
    expect(screen.getByLabelText("Doctor")).toHaveValue("Dr. Lang");
    await user.clear(screen.getByLabelText("Allergies and conditions"));
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save care sheet" })).toBeNull());
    expect(api.requests(`PUT ${SHEET}`)[0]?.body).toMatchObject({ allergies: "", doctor: "Dr. Lang" });
  });

  test("keeps what was typed if it cannot be saved", async () => {
    api.fail(`PUT ${SHEET}`, 503, "database_unavailable", "The site is very busy.");
    const { user } = await openPaperwork({});
    await tell(user);
    await user.type(screen.getByLabelText("Medication"), "Inhaler");
    await user.click(save());
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    expect(screen.getByLabelText("Medication")).toHaveValue("Inhaler");
  });

  test("asks before the user leaves a text that is not saved", async () => {
    const { user } = await openPaperwork({});
    await tell(user);
    await user.type(screen.getByLabelText("Medication"), "Inhaler");
    await user.click(screen.getByRole("link", { name: "Back to My Children" }));
    expect(await screen.findByRole("dialog", { name: "Leave this page?" })).toBeVisible();
  });

  test("leaves no text on the device, also when the session ends", async () => {
    api.fail(`PUT ${SHEET}`, 401, "not_authenticated", "Please log in.");
    const { user } = await openPaperwork({});
    await tell(user);
    await user.type(screen.getByLabelText("Medication"), "Inhaler");
    await user.click(save());
    await waitFor(() => expect(screen.queryByLabelText("Medication")).toBeNull());
    const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
    expect(stored).not.toMatch(/Inhaler/);
  });
});

test("lists the contacts, also people who must not pick up the child", async () => {
  await openPaperwork({
    contacts: [
      aContact({ mayPickUp: true }),
      aContact({ _id: "6", name: "Eve", relation: "", phone: "", emergency: false, barred: true }),
    ],
  });
  const [rosa, eve] = part("Contacts for Mia").getAllByRole("listitem");
  expect(rosa).toHaveTextContent("Rosa, grandmother(555) 010-7001 emergency contact may pick up");
  expect(eve).toHaveTextContent("Evemust not pick up");
});

test("leads through the paperwork of all children, and counts what is done", async () => {
  const toSign = [anAgreementText()];
  respondWithPaperwork({ missing: ["phone", "sheet", "agreements"], phone: "", toSign });
  const tom = aChildPaperwork({ childId: "4", name: "Tom", missing: ["phone", "contact", "agreements"] });
  const mia = aChildPaperwork({ missing: ["phone", "sheet", "agreements"] });
  api.respond("GET /care", [mia, tom]);
  api.respond("GET /care/4", aSheet({ nothingToTell: true, confirmedAt: "2027-07-05T12:00:00Z" }));
  api.respond("GET /agreements?childId=4", { toSign, signed: [] });
  api.respond("POST /agreements", { insertedIds: ["20", "21"] }, 201);
  const { user } = await renderAt("/dashboard/paperwork", student);
  await screen.findByRole("heading", { level: 1, name: "Paperwork for Mia and Tom" });
  expect(await screen.findByText(/^1 of 5 done\. We still need your phone number/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Use the same people for Tom" })).toBeVisible();
  expect(screen.getByRole("region", { name: "Care sheet for Tom" })).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "I've read “Tools and heat” and agree" }));
  await user.type(screen.getByLabelText("Type your full name to sign"), "Sam Student");
  await user.click(screen.getByRole("button", { name: "Sign" }));
  await findToast("Thank you for signing.");
  expect(api.requests("POST /agreements").map(({ body }) => body)).toEqual([
    { textId: "8", childIds: ["3", "4"], accepted: true, typedName: "Sam Student", onPaper: false },
  ]);
});

test("shows the paperwork of a shared child, in which only the own contacts can be changed", async () => {
  respondWithPaperwork({ contacts: [] });
  api.respond("GET /care", []);
  api.respond("GET /sharedChildren", [aSharedChild({ care: true, missing: ["agreements"] })]);
  api.respond("GET /contacts?childId=3", [
    aContact({ _id: "5", name: "Rosa", mayChange: false }),
    aContact({ _id: "6", name: "Otto" }),
  ]);
  await renderAt(PATH, student);
  expect(await screen.findByText("Rosa")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit Rosa" })).toBeNull();
  expect(screen.getByRole("button", { name: "Edit Otto" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Your phone number" })).toBeNull();
});
