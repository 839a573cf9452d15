import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider, idTokenOf } from "../../testing/fakes/fakeIdentityProvider";
import { admin, findToast, renderAt, type TestUser } from "../../testing/renderAt";

const OPEN = "POST /staffPages";
const googleAdmin: TestUser = { ...admin, signInMethods: ["google"] };

/** The error with which the server asks for a new login. */
const askForLogin = () => api.fail(OPEN, 409, "log_in_again", "Please log in again.");

/** Presses the button of the settings. jsdom cannot load the staff pages, and reports where it was to go. */
async function openStaffPages(as: TestUser = admin) {
  const requires: string[] = [];
  api.respond("GET /school", { legalName: "", taxId: "", address: "", phone: "", email: "", requires });
  const { user } = await renderAt("/dashboard/settings", as);
  await user.click(await screen.findByRole("button", { name: "Open staff pages" }));
  return user;
}

const sentTokens = () => api.requests(OPEN).map(({ body }) => (body as { idToken: string }).idToken);

test("logs in to the staff pages with the login of the site", async () => {
  api.respond(OPEN, { url: "#staff" });
  await openStaffPages();
  await waitFor(() => expect(location.hash).toBe("#staff"));
  expect(sentTokens()).toEqual([idTokenOf(admin.email)]);
  expect(screen.queryByRole("dialog")).toBeNull();
  location.hash = "";
});

test("asks for the password if the login is not recent", async () => {
  askForLogin();
  const user = await openStaffPages();
  const dialog = within(await screen.findByRole("dialog", { name: "Is it you?" }));
  identityProvider.failure = { code: "auth/wrong-password" };
  await user.type(dialog.getByLabelText("Password"), "wrong{Enter}");
  expect(await dialog.findByText("That password isn't right.")).toBeVisible();
  identityProvider.failure = null;
  api.respond(OPEN, { url: "#staff-again" });
  await user.type(dialog.getByLabelText("Password"), "Camp-2003!{Enter}");
  await waitFor(() => expect(location.hash).toBe("#staff-again"));
  expect(sentTokens()).toEqual([idTokenOf(admin.email), "fresh-id-token"]);
  location.hash = "";
});

test("lets Google confirm, for an admin without a password", async () => {
  askForLogin();
  const user = await openStaffPages(googleAdmin);
  api.respond(OPEN, { url: "#staff-google" });
  await user.click(await screen.findByRole("button", { name: "Continue with Google" }));
  await waitFor(() => expect(location.hash).toBe("#staff-google"));
  expect(identityProvider.reauthentications).toEqual(["Google"]);
  location.hash = "";
});

test("says why the staff pages could not be opened", async () => {
  api.fail(OPEN, 503, "database_unavailable", "The site is very busy.");
  await openStaffPages();
  expect(await findToast("The site is very busy.")).toBeVisible();
});
