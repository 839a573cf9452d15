import { screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";

const WORKS = { what: "Database", state: "ok" as const, todo: "" };
const DOUBTFUL = {
  what: "Backup",
  state: "warning" as const,
  todo: "There is no backup. Run `deploy/backup`.",
};
const BROKEN = { what: "Mail server", state: "error" as const, todo: "Check EMAIL_URL." };

const openPage = () => renderAt("/dashboard/setup", admin);

test("shows what doesn't work first, and what to do about it", async () => {
  api.respond("GET /setup", [WORKS, DOUBTFUL, BROKEN]);
  await openPage();
  expect(await screen.findByRole("heading", { name: "2 of 3 need a look" })).toBeVisible();
  const [, ...rows] = within(screen.getByRole("table", { name: "Parts of the site" })).getAllByRole("row");
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["Mail server", "Doesn't work", "Check EMAIL_URL."],
    ["Backup", "Have a look", "There is no backup. Run deploy/backup."],
    ["Database", "Works", "Nothing"],
  ]);
  expect(screen.getByRole("code")).toHaveTextContent("deploy/backup");
});

test("checks again", async () => {
  api.respond("GET /setup", [BROKEN]);
  const { user } = await openPage();
  await screen.findByText("Check EMAIL_URL.");
  api.respond("GET /setup", [{ ...BROKEN, state: "ok", todo: "" }]);
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("heading", { name: "Everything works." })).toBeVisible();
  expect(screen.queryByText("Check EMAIL_URL.")).toBeNull();
});

test("is in the menu of an admin", async () => {
  api.respond("GET /setup", [WORKS]);
  await openPage();
  const menu = screen.getByRole("navigation", { name: "Dashboard" });
  expect(within(menu).getByRole("link", { name: "Set Up" })).toHaveAttribute("aria-current", "page");
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
  await expectRedirectHome("/dashboard/setup", user);
});
