import { act, screen, waitFor, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { api } from "../../testing/fakes/fakeApi";
import {
  admin,
  expectLink,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../testing/renderAt";
import { chooseInMenu, openSeason, respondWithSeasons } from "../../testing/seasonPages";
import type { LackingChild } from "./lackingRows";

const PATH = "/dashboard/seasons/summer-2027/paperwork";
const PAPERWORK = "/seasons/1/paperwork";
const LIST = `GET ${PAPERWORK}?limit=12` as const;
const SCHOOL = {
  legalName: "",
  taxId: "",
  address: "",
  phone: "",
  email: "",
  requires: ["phone", "paper:immunization"],
};

const mia: LackingChild = {
  childId: "3",
  name: "Mia",
  guardianId: "1",
  guardianName: "Sam Student",
  email: "sam@camp.example",
  phone: "",
  classes: [
    { classId: "7", nameClass: "Clay" },
    { classId: "8", nameClass: "Felt" },
  ],
  missing: ["phone", "paper:immunization"],
};
const zoe: LackingChild = {
  ...mia,
  childId: "4",
  name: "Zoe",
  guardianName: "Olga Other",
  email: "olga@camp.example",
  phone: "+1 (555) 010-7000",
  missing: ["agreements", "pickup", "contact"],
};

beforeEach(() => {
  respondWithSeasons();
  api.respond("GET /school", SCHOOL);
});

async function openPage(rows: LackingChild[], query = "") {
  api.respond(LIST, rows);
  const view = await renderAt(PATH + query, admin);
  await screen.findByRole("heading", { level: 1, name: "Paperwork for Summer 2027" });
  return view;
}

const rowOf = (name: string) => within(screen.getByText(name).closest("tr") as HTMLElement);
const shown = () => screen.getAllByRole("strong").map(({ textContent }) => textContent);

test.each([student, instructor])("redirects a $role to the home page", async (user) => {
  await expectRedirectHome(PATH, user);
});

test("lists the missing paperwork of each child, with the guardian's phone number", async () => {
  await openPage([mia, zoe]);
  expect(await screen.findByText("2 children")).toBeVisible();
  const row = rowOf("Mia");
  for (const text of ["Clay, Felt", "Phone number", "sam@camp.example"])
    expect(row.getByText(text)).toBeVisible();
  expect(row.getByText(/No phone number/)).toBeVisible();
  expect(row.getByText("Immunization record")).toBeVisible();
  expectLink("+1 (555) 010-7000", "tel:+15550107000", rowOf("Zoe"));
  expect(rowOf("Zoe").queryByRole("button", { name: /^Seen/ })).toBeNull();
});

test("finds, filters and sorts on the server, and keeps that in the address", async () => {
  api.respond(`GET ${PAPERWORK}?limit=12&sort=missing`, [zoe, mia]);
  api.respond(`GET ${PAPERWORK}?limit=12&missing=paper%3Aimmunization&sort=missing`, [mia]);
  api.respond(`GET ${PAPERWORK}?limit=12&q=olga&missing=paper%3Aimmunization&sort=missing`, []);
  const { user, at } = await openPage([mia, zoe], "?sort=missing&q=");
  await screen.findByText("2 children");
  expect(shown()).toEqual(["Zoe", "Mia"]);
  const missing = screen.getByLabelText("Missing");
  await within(missing).findByText("Phone number");
  expect(
    within(missing)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Anything", "Phone number", "Immunization record", "Agreements"]);
  await user.selectOptions(missing, "Immunization record");
  expect(await screen.findByText("1 child")).toBeVisible();
  expect(shown()).toEqual(["Mia"]);
  await user.type(screen.getByLabelText("Search by child, guardian or email"), "olga ");
  expect(await screen.findByText("No children match.")).toBeVisible();
  expect(screen.getByText("0 children")).toBeVisible();
  expect(screen.getByRole("button", { name: "Remind all families" })).toBeVisible();
  expect(at().search).toBe("?sort=missing&missing=paper%3Aimmunization&q=olga");
});

test("shows more children, and all of them again after a paper was seen", async () => {
  api.handle(LIST, () => ({ body: [mia], headers: { "X-Total-Count": "2", "X-Next-After": "mia" } }));
  api.handle(`GET ${PAPERWORK}?limit=50&after=mia`, () => ({
    body: [zoe],
    headers: { "X-Total-Count": "2" },
  }));
  api.respond("POST /papers", { insertedId: "1" }, 201);
  const { user } = await renderAt(PATH, admin);
  expect(await screen.findByText("2 children")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show more (1)" }));
  await waitFor(() => expect(shown()).toEqual(["Mia", "Zoe"]));
  expect(screen.queryByRole("button", { name: /^Show more/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Seen Immunization record of Mia" }));
  api.respond(LIST, [zoe]);
  await user.click(await screen.findByRole("button", { name: "I've seen it" }));
  await waitFor(() => expect(shown()).toEqual(["Zoe"]));
});

test("asks for the children again when the office comes back", async () => {
  const { router } = await openPage([mia]);
  await screen.findByText("1 child");
  await act(() => router.navigate("/about"));
  await waitFor(() => expect(screen.queryByText("1 child")).toBeNull());
  api.respond(LIST, [mia, zoe]);
  await act(() => router.navigate(-1));
  expect(await screen.findByText("2 children")).toBeVisible();
});

test("records a paper that was seen", async () => {
  api.respond("POST /papers", { insertedId: "1" }, 201);
  const { user } = await openPage([mia]);
  await user.click(await screen.findByRole("button", { name: "Seen Immunization record of Mia" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Immunization record of Mia" }));
  const seenOn = dialog.getByLabelText("Seen on");
  const today = (seenOn as HTMLInputElement).value;
  await user.clear(seenOn);
  await user.type(seenOn, "2199-01-01");
  await user.click(dialog.getByRole("button", { name: "I've seen it" }));
  expect(await dialog.findByText("This day is in the future.")).toBeVisible();
  await user.clear(seenOn);
  await user.type(seenOn, today);
  api.respond(LIST, [{ ...mia, missing: ["phone"] }]);
  await user.click(dialog.getByRole("button", { name: "I've seen it" }));
  expect(await findToast("Immunization record of Mia: seen.")).toBeVisible();
  expect(api.requests("POST /papers")[0]?.body).toEqual({
    childId: "3",
    kind: "immunization",
    seenOn: today,
  });
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Seen/ })).toBeNull());
});

test.each([
  [2, "We're writing to 2 families."],
  [1, "We're writing to 1 family."],
  [0, "Nobody gets an email: they've all had one today, or don't want reminders."],
])("reminds all of them after a confirmation: %s", async (sent, message) => {
  api.respond(`POST ${PAPERWORK}`, { sent, recipients: 2, unreached: [] });
  const { user } = await openPage([mia, zoe]);
  await user.click(await screen.findByRole("button", { name: "Remind all families" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remind all families?" }));
  expect(await dialog.findByText(/^2 families get an email/)).toBeVisible();
  expect(api.requests(`POST ${PAPERWORK}`).map(({ body }) => body)).toEqual([{ dryRun: true }]);
  await user.click(dialog.getByRole("button", { name: "Send reminders" }));
  expect(await findToast(message)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("names the families that a reminder doesn't reach", async () => {
  const unreached = [
    { userId: "12", name: "Zora Parent", phone: "(828) 555-0142" },
    { userId: "13", name: "Cora Caller", phone: "" },
  ];
  api.respond(`POST ${PAPERWORK}`, { sent: 0, recipients: 1, unreached });
  const { user } = await openPage([mia, { ...zoe, email: "" }]);
  expect(screen.getByText(/No email address/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Remind all families" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remind all families?" }));
  expect(await dialog.findByText(/^1 family gets an email/)).toBeVisible();
  const [first, second] = dialog.getAllByRole("listitem");
  expect(first).toHaveTextContent("Zora Parent, (828) 555-0142");
  expectLink("(828) 555-0142", "tel:8285550142", dialog);
  expect(second).toHaveTextContent("Cora Caller, no phone number");
});

test("shows why the reminders were not sent", async () => {
  api.respond(`POST ${PAPERWORK}`, { sent: 0, recipients: 1, unreached: [] });
  const { user } = await openPage([mia]);
  await user.click(await screen.findByRole("button", { name: "Remind all families" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/^1 family gets/);
  api.fail(`POST ${PAPERWORK}`, 503, "database_unavailable", "The site is very busy.");
  await user.click(dialog.getByRole("button", { name: "Send reminders" }));
  expect(await dialog.findByText("The site is very busy.")).toBeVisible();
});

test("says that nobody lacks anything", async () => {
  await openPage([]);
  expect(await screen.findByText("Nobody lacks anything")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remind all families" })).toBeNull();
});

test("shows an error and retries if the list cannot be loaded", async () => {
  api.fail(LIST, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, admin);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond(LIST, [mia]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 child")).toBeVisible();
});

test("shows the page of an unknown path for an unknown season", async () => {
  await renderAt("/dashboard/seasons/winter/paperwork", admin);
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
});

test("is in the menu of the season only if the school has paperwork", async () => {
  api.respond(LIST, []);
  const { user, at, unmount } = await openSeason([]);
  await chooseInMenu(user, "Paperwork");
  expect(at().pathname).toBe(PATH);
  unmount();
  jest.replaceProperty(config, "care", false);
  const again = await openSeason([]);
  await again.user.click(screen.getByRole("button", { name: /^Season/ }));
  expect(screen.queryByRole("button", { name: "Paperwork" })).toBeNull();
});
