import { screen, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const WORKS = { what: "Database", state: "ok" as const, todo: "" };
const DOUBTFUL = {
  what: "Backup",
  state: "warning" as const,
  todo: "There is no backup. Run `deploy/backup`.",
};
const BROKEN = { what: "Mail server", state: "error" as const, todo: "Check EMAIL_URL." };

const OWN = { what: "The school's facts", state: "warning" as const, todo: "The school has no address." };
const FOLDED = "For the person who runs the server";
const FACTS = {
  legalName: "Kilnhouse Arts LLC",
  taxId: "",
  address: "12 Kiln Lane",
  phone: "",
  email: "",
  requires: ["phone", "sheet", "paper:swimming-test"],
};
const CLAY = { name: "Clay", slug: "clay" };

beforeEach(() => {
  api.respond("GET /school", FACTS);
  api.respond("GET /crafts", [CLAY]);
});

const openPage = () => renderAt("/dashboard/settings/check", admin);

test("says in the office's words what doesn't work, and folds what works and what to type", async () => {
  api.respond("GET /setup", [WORKS, DOUBTFUL, OWN, BROKEN]);
  await openPage();
  expect(await screen.findByRole("heading", { name: "3 of 4 need a look" })).toBeVisible();
  const [, ...rows] = within(screen.getByRole("table", { name: "Parts of the site" })).getAllByRole("row");
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["Email delivery", "Doesn't work", `Emails may not arrive.${FOLDED}Check EMAIL_URL.`],
    [
      ...["Backup", "Have a look"],
      `We know of no recent copy of the data.${FOLDED}There is no backup. Run deploy/backup.`,
    ],
    ["The school's facts", "Have a look", "The school has no address."],
  ]);
  expect(screen.getByText("Check EMAIL_URL.")).not.toBeVisible();
  expect(screen.getByText("What works (1)")).toBeVisible();
  expect(screen.getByText("Stored data")).not.toBeVisible();
  expect(screen.getByRole("code")).toHaveTextContent("deploy/backup");
});

test("checks again", async () => {
  api.respond("GET /setup", [BROKEN]);
  const { user } = await openPage();
  await screen.findByText("Emails may not arrive.");
  api.respond("GET /setup", [{ ...BROKEN, state: "ok", todo: "" }]);
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("heading", { name: "Everything works." })).toBeVisible();
  expect(screen.queryByText(/EMAIL_URL/)).toBeNull();
});

test("is a tab of the settings, with an address and a title of its own", async () => {
  api.respond("GET /setup", [WORKS]);
  const { user, at } = await renderAt("/dashboard/settings", admin);
  expect(document.title).toBe("Settings: General | Craft Camp");
  await user.click(screen.getByRole("link", { name: "Site check" }));
  expect(await screen.findByRole("heading", { name: "Everything works." })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/settings/check");
  expect(document.title).toBe("Settings: Site check | Craft Camp");
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toHaveFocus();
  for (const [place, name] of [
    ["Dashboard", "Settings"],
    ["Settings", "Site check"],
  ] as const) {
    const links = within(screen.getByRole("navigation", { name: place }));
    expect(links.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
});

test("shows the error page for a tab that does not exist", async () => {
  await renderAt("/dashboard/settings/nowhere", admin);
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("404");
});

test("has no agreements if the school has no care", async () => {
  jest.replaceProperty(config, "care", false);
  await renderAt("/dashboard/settings", admin);
  await screen.findByRole("heading", { name: "Alerts" });
  expect(screen.queryByRole("link", { name: "Agreements" })).toBeNull();
});

test("lets an admin choose when to hear of what needs a decision", async () => {
  api.respond("GET /users/me/email", { wantsReminders: true, refusedAt: null, alerts: "daily" });
  const { user } = await renderAt("/dashboard/settings", admin);
  const choice = await screen.findByRole("combobox", { name: /^Tell me what needs a decision/ });
  expect(choice).toHaveDisplayValue("In one email a day, at 7:00 AM");
  api.handle("PATCH /users/me", ({ body }) => {
    const { alerts } = body as { alerts: "at_once" };
    api.respond("GET /users/me/email", { wantsReminders: true, refusedAt: null, alerts });
    return { body: { modifiedCount: 1 } };
  });
  await user.selectOptions(choice, "In an email at once");
  expect(await findToast("Your choice has been saved.")).toBeVisible();
  expect(choice).toHaveDisplayValue("In an email at once");
  expect(api.requests("PATCH /users/me").map(({ body }) => body)).toEqual([{ alerts: "at_once" }]);
  api.disconnect("PATCH /users/me");
  await user.selectOptions(choice, "Not by email");
  expect(await findToast(/^Your choice wasn't saved/)).toBeVisible();
  expect(choice).toHaveDisplayValue("In an email at once");
});

test("replaces the facts of the school", async () => {
  api.respond("PUT /school", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/settings", admin);
  const school = within(await screen.findByRole("region", { name: "The school" }));
  expect(await school.findByLabelText("Legal name")).toHaveValue("Kilnhouse Arts LLC");
  expect(school.getByLabelText("Papers to show at the office")).toHaveValue("swimming test");
  await user.type(school.getByLabelText("Tax ID"), "12-3456789");
  await user.click(school.getByRole("checkbox", { name: "Who may pick up the child" }));
  await user.type(school.getByLabelText("Papers to show at the office"), ", Immunization!, swimming test");
  await user.click(school.getByRole("button", { name: "Save" }));
  expect(await findToast(/^Saved/)).toBeVisible();
  expect(api.requests("PUT /school").map(({ body }) => body)).toEqual([
    {
      ...FACTS,
      taxId: "12-3456789",
      requires: ["phone", "sheet", "pickup", "paper:swimming-test", "paper:immunization"],
    },
  ]);
});

test("shows what the server refuses at its field", async () => {
  api.handle("PUT /school", () => ({
    status: 400,
    body: { code: "invalid", message: "", fields: { phone: ["Please enter a phone number."] } },
  }));
  const { user } = await renderAt("/dashboard/settings", admin);
  await user.type(await screen.findByLabelText("Phone"), "call us");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please enter a phone number.")).toBeVisible();
  expect(screen.getByLabelText("Phone")).toHaveFocus();
});

test("adds and renames crafts, and says why one can't be removed", async () => {
  api.respond("POST /crafts", { name: "Wool", slug: "wool" }, 201);
  const { user } = await renderAt("/dashboard/settings", admin);
  await user.click(await screen.findByRole("button", { name: "Add a craft" }));
  const adding = within(await screen.findByRole("dialog", { name: "Add a craft" }));
  await user.type(adding.getByLabelText("Name"), "Wool");
  api.respond("GET /crafts", [CLAY, { name: "Wool", slug: "wool" }]);
  await user.click(adding.getByRole("button", { name: "Add" }));
  expect(await findToast("Wool has been added.")).toBeVisible();

  api.fail("PUT /crafts/wool", 409, "already_exists", "There is a craft with this name already.");
  const craft = (name: string) =>
    within(screen.getByRole("button", { name: `Change ${name}` }).closest("li") as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Change Wool" }));
  await user.click(craft("Wool").getByRole("button", { name: "Rename" }));
  const renaming = within(await screen.findByRole("dialog", { name: "Rename Wool" }));
  await user.clear(renaming.getByLabelText("Name"));
  await user.type(renaming.getByLabelText("Name"), "Clay");
  await user.click(renaming.getByRole("button", { name: "Rename" }));
  expect(await renaming.findByText("There is a craft with this name already.")).toBeVisible();
  await user.click(renaming.getByRole("button", { name: "Cancel" }));

  api.fail("DELETE /crafts/clay", 409, "in_use", "Classes have this craft, so it can't be removed.");
  await user.click(await screen.findByRole("button", { name: "Change Clay" }));
  await user.click(craft("Clay").getByRole("button", { name: "Remove" }));
  const removing = within(await screen.findByRole("dialog", { name: "Remove this craft?" }));
  await user.click(removing.getByRole("button", { name: "Remove" }));
  expect(await removing.findByText("Classes have this craft, so it can't be removed.")).toBeVisible();
});

test("shows an error and retries", async () => {
  api.fail("GET /setup", 503, "database_unavailable", "The site is very busy.");
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond("GET /setup", [WORKS]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Everything works.")).toBeVisible();
});

test.each([student, instructor])("redirects the role $role to the home page", async (user) => {
  await expectRedirectHome("/dashboard/settings", user);
});
