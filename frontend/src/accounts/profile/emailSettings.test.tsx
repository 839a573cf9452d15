import { act, screen, waitFor } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const SETTINGS = "GET /users/me/email";
const CHANGE = "PATCH /users/me/email";
const REFUSED_AT = "2026-07-04T15:00:00Z";
const REFUSAL = /^We couldn't deliver our last email to/;

const openProfile = (as = student) => renderAt("/dashboard/profile", as);
const findSwitch = () =>
  screen.findByRole("switch", { name: /^Remind me by email three days before a class starts/ });

test("switches the reminders off and on", async () => {
  const { user } = await openProfile();
  const reminders = await findSwitch();
  expect(reminders).toBeChecked();
  api.handle(CHANGE, ({ body }) => {
    api.respond(SETTINGS, { ...(body as { wantsReminders: boolean }), refusedAt: null, alerts: null });
    return { body: { modifiedCount: 1 } };
  });
  await user.click(reminders);
  expect(await findToast("We won't send you reminders anymore.")).toBeVisible();
  expect(reminders).not.toBeChecked();
  await user.click(reminders);
  expect(await findToast("We'll remind you before your classes.")).toBeVisible();
  expect(reminders).toBeChecked();
  expect(api.requests(CHANGE).map(({ body }) => body)).toEqual([
    { wantsReminders: false },
    { wantsReminders: true },
  ]);
});

test("shows the new choice while it is being saved, and the old one if saving fails", async () => {
  const { user } = await openProfile();
  const reminders = await findSwitch();
  let fail = () => {};
  api.handle(CHANGE, () => new Promise((_, reject) => (fail = reject)));
  await user.click(reminders);
  expect(reminders).not.toBeChecked();
  expect(reminders).toHaveAttribute("aria-busy", "true");
  await user.click(reminders);
  expect(api.requests(CHANGE)).toHaveLength(1);
  await act(async () => fail());
  expect(await findToast(/^Your choice wasn't saved. We couldn't reach Craft Camp/)).toBeVisible();
  expect(reminders).toBeChecked();
});

test("shows an error and retries if the settings cannot be loaded", async () => {
  api.fail(SETTINGS, 404, "not_found", "We couldn't find this.");
  const { user } = await openProfile();
  expect(await screen.findByText("We couldn't find this.")).toBeVisible();
  api.respond(SETTINGS, { wantsReminders: false, refusedAt: null, alerts: null });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await findSwitch()).not.toBeChecked();
});

test.each([instructor, admin])("offers no reminders to instructors and admins: %s", async (testUser) => {
  await openProfile(testUser);
  await screen.findByRole("heading", { name: "My Profile" });
  expect(screen.queryByRole("switch")).toBeNull();
});

describe("the notice about an address that refuses e-mails", () => {
  beforeEach(() => api.respond(SETTINGS, { wantsReminders: true, refusedAt: REFUSED_AT, alerts: null }));

  test("names the address and links to the contact page, until it is closed", async () => {
    const { user, unmount } = await openProfile();
    const notice = await screen.findByText(REFUSAL);
    expect(notice).toHaveTextContent(
      "We couldn't deliver our last email to student@camp.example. Please check your address.",
    );
    expect(screen.getByRole("link", { name: "contact us" })).toHaveAttribute("href", "/contact");
    await user.click(screen.getByRole("button", { name: "Close message" }));
    expect(screen.queryByText(REFUSAL)).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    unmount();
    await openProfile();
    await findSwitch();
    expect(screen.queryByText(REFUSAL)).toBeNull();
  });

  test("appears again after the next refusal", async () => {
    const { user, unmount } = await openProfile();
    await user.click(await screen.findByRole("button", { name: "Close message" }));
    unmount();
    api.respond(SETTINGS, { wantsReminders: true, refusedAt: "2026-08-01T15:00:00Z", alerts: null });
    await openProfile();
    expect(await screen.findByText(REFUSAL)).toBeVisible();
  });

  test("appears only in the dashboard", async () => {
    await renderAt("/about", student);
    await screen.findByRole("button", { name: "Log Out" });
    await waitFor(() => expect(screen.queryByText(REFUSAL)).toBeNull());
  });
});
