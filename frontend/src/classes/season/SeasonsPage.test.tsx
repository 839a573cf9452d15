import { screen, waitFor, within } from "@testing-library/react";
import { aSeason } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import {
  acceptLogin,
  admin,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
  submitLogin,
} from "../../testing/renderAt";

const URL = "/dashboard/seasons";
const SUMMER = aSeason({ opensAt: "2099-01-10T14:00:00Z", returningOpensAt: "2099-01-08T14:00:00Z" });

test("lists the seasons with their registration, and is in the menu", async () => {
  api.respond("GET /seasons", [SUMMER]);
  await renderAt(URL, admin);
  expect(await screen.findByRole("link", { name: "Summer 2027" })).toHaveAttribute(
    "href",
    "/dashboard/seasons/summer-2027",
  );
  const text =
    /^Registration opens Sat, Jan 10, 2099, 9:00 AM \(.*\); for returning families Thu, Jan 8, 2099, 9:00 AM/;
  expect(screen.getByText(text)).toBeVisible();
  const menu = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(menu.getByRole("link", { name: "Manage Classes" })).toHaveAttribute("aria-current", "page");
});

test("adds a season without an opening", async () => {
  api.respond("POST /seasons", { insertedId: "1" }, 201);
  const { user } = await renderAt(URL, admin);
  expect(await screen.findByText("No seasons yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "New season" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New season" }));
  await user.type(dialog.getByLabelText("Name"), "Summer 2027");
  await user.type(dialog.getByLabelText("First day"), "2027-06-14");
  await user.type(dialog.getByLabelText("Last day"), "2027-06-13");
  await user.type(dialog.getByLabelText(/^Sibling discount/), "51");
  await user.click(dialog.getByRole("button", { name: "Add Season" }));
  expect(dialog.getByText("Please enter a whole number from 0 to 50.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Sibling discount/));
  await user.type(dialog.getByLabelText(/^Sibling discount/), "10");
  expect(dialog.getByText("The last day must not be before the first one.")).toBeVisible();
  await user.clear(dialog.getByLabelText("Last day"));
  await user.type(dialog.getByLabelText("Last day"), "2027-08-20");
  api.respond("GET /seasons", [SUMMER]);
  await user.click(dialog.getByRole("button", { name: "Add Season" }));
  expect(await findToast("Summer 2027 has been added.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Summer 2027" })).toBeVisible();
  expect(api.requests("POST /seasons")[0]?.body).toEqual({
    name: "Summer 2027",
    startsOn: "2027-06-14",
    endsOn: "2027-08-20",
    opensAt: null,
    returningOpensAt: null,
    siblingPercent: 10,
  });
});

test("shows the refusal of a name that exists, and keeps what was typed", async () => {
  api.respond("GET /seasons", [SUMMER]);
  api.fail(`PUT /seasons/${SUMMER._id}`, 409, "already_exists", "There is a season with this name already.");
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "Edit Summer 2027" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Summer 2027" }));
  expect(dialog.getByLabelText("At")).toHaveValue("09:00");
  await user.type(dialog.getByLabelText("Name"), "!");
  await user.click(dialog.getByRole("button", { name: "Save Season" }));
  expect(await dialog.findByText("There is a season with this name already.")).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Summer 2027!");
});

test.each([
  [URL, "New season", "New season"],
  [URL, "Edit Summer 2027", "Edit Summer 2027"],
  [`${URL}/summer-2027`, "Edit season", "Edit Summer 2027"],
])("restores what was typed on %s after “%s”, if the session ended", async (url, button, title) => {
  const findDialog = async () => within(await screen.findByRole("dialog", { name: title }));
  api.respond("GET /seasons", [SUMMER]);
  api.respond("GET /classes?season=summer-2027", []);
  api.respond(`GET /seasons/${SUMMER._id}/conflicts`, []);
  const call = button === "New season" ? "POST /seasons" : (`PUT /seasons/${SUMMER._id}` as const);
  for (const each of [call, "POST /jwt"] as const) api.fail(each, 401, "bad_token", "Log in first.");
  const { user, at } = await renderAt(url, admin);
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = await findDialog();
  const typed = { Name: "Camp 2028", "First day": "2028-06-12", "Last day": "2028-08-18" };
  for (const [label, text] of Object.entries(typed)) {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  }
  await user.click(dialog.getByRole("button", { name: /^(Add|Save) Season$/ }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  acceptLogin(admin);
  await submitLogin(user, admin);
  const reopened = await findDialog();
  for (const [label, text] of Object.entries(typed)) expect(reopened.getByLabelText(label)).toHaveValue(text);
});

test("offers a retry", async () => {
  api.fail("GET /seasons", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(URL, admin);
  await screen.findByText("The site is very busy.");
  api.respond("GET /seasons", [SUMMER]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Summer 2027" })).toBeVisible();
});

test.each([student, instructor])("is only for admins", (user) => expectRedirectHome(URL, user));
