import { screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, renderAt, student } from "../../testing/renderAt";

const URL = "http://camp.test/calendar/secret.ics";

async function openFeed() {
  api.respond("GET /users/me/calendar", { url: URL });
  const { user } = await renderAt("/dashboard/profile", student);
  await user.click(await screen.findByRole("button", { name: "Show my calendar link" }));
  return user;
}

test("shows the calendar link when the user asks for it", async () => {
  await openFeed();
  const link = await screen.findByLabelText("Calendar link");
  expect(link).toHaveValue(URL);
  expect(link).toHaveFocus();
  expect(screen.getByRole("link", { name: "Open in my calendar app" })).toHaveAttribute(
    "href",
    "webcal://camp.test/calendar/secret.ics",
  );
});

test("renews the link after a confirmation", async () => {
  const user = await openFeed();
  api.respond("POST /users/me/calendar", { url: "http://camp.test/calendar/new.ics" }, 201);
  await user.click(await screen.findByRole("button", { name: "Get a new link" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Get a new link" }));
  expect(await findToast("You have a new calendar link.")).toBeVisible();
  expect(screen.getByLabelText("Calendar link")).toHaveValue("http://camp.test/calendar/new.ics");
});

test("shows an error if the link cannot be loaded", async () => {
  api.fail("GET /users/me/calendar", 500, "server_error", "Something broke.");
  const { user } = await renderAt("/dashboard/profile", student);
  await user.click(await screen.findByRole("button", { name: "Show my calendar link" }));
  expect(await findToast("Something broke.")).toBeVisible();
});

test("offers no calendar to an admin", async () => {
  await renderAt("/dashboard/profile", admin);
  expect(await screen.findByRole("heading", { name: "Your data" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Your lessons in your calendar" })).toBeNull();
});
