import { act, screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY } from "../../shared/storage";
import { aSiteToken } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { identityOf, identityProvider, idTokenOf } from "../../testing/fakes/fakeIdentityProvider";
import {
  acceptLogin,
  admin,
  findToast,
  instructor,
  renderAt,
  student,
  submitLogin,
} from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const navigationBar = () => within(screen.getByRole("navigation", { name: "Main" }));

test("sends no request for a visitor and shows the login link", async () => {
  await renderAt("/terms-of-nothing");
  expect(navigationBar().getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");
  expect(api.allRequests).toEqual([]);
});

test.each([
  [student, "Student Dashboard", "/dashboard/my-selected-classes"],
  [instructor, "Instructor Dashboard", "/dashboard/my-classes"],
  [admin, "Admin Dashboard", "/dashboard/all-users"],
])("restores the session and shows the dashboard link of the role: %s", async (testUser, text, href) => {
  await renderAt("/terms-of-nothing", testUser);
  expect(await navigationBar().findByRole("link", { name: text })).toHaveAttribute("href", href);
  expect(navigationBar().getByRole("img", { name: testUser.name })).toHaveAttribute("title", testUser.name);
  expect(api.requests("POST /jwt")[0]).toMatchObject({
    bearer: idTokenOf(testUser.email),
    body: { email: testUser.email },
  });
});

test("redirects a visitor from the dashboard to the login page, which leads back", async () => {
  const { at } = await renderAt("/dashboard/my-payment-history?from=mail");
  expect(at()).toMatchObject({
    pathname: "/login",
    state: { from: { pathname: "/dashboard/my-payment-history", search: "?from=mail" } },
  });
});

test("removes the token, shows a toast and navigates to the login page on logout", async () => {
  const { user, at } = await renderAt("/terms-of-nothing", student);
  await user.click(await navigationBar().findByRole("button", { name: "Log Out" }));
  expect(await screen.findByText("User is successfully logged out", { selector: ".toast *" })).toBeVisible();
  expect(at().pathname).toBe("/login");
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  expect(identityProvider.current).toBeNull();
  expect(navigationBar().getByRole("link", { name: "Log In" })).toBeVisible();
});

const HISTORY = "GET /payments/student%40camp.example";

/** Logs the student in again, and expects that the list is requested again and shows nothing of the last session. */
async function expectListWithoutError({ user, router }: Awaited<ReturnType<typeof renderAt>>) {
  let requested = false;
  api.handle(HISTORY, () => {
    requested = true;
    return new Promise(() => {});
  });
  identityProvider.current = identityOf(student.email);
  await submitLogin(user, student);
  await act(() => router.navigate("/dashboard/my-payment-history"));
  expect(await screen.findByRole("heading", { name: "My Payment History" })).toBeVisible();
  expect(requested).toBe(true);
  expect(screen.queryByRole("alert")).toBeNull();
}

test("shows no error after the next login if a response arrives after the logout", async () => {
  let respond = () => {};
  api.handle(HISTORY, () => new Promise((resolve) => (respond = () => resolve({ body: [] }))));
  const view = await renderAt("/dashboard/my-payment-history", student);
  await view.user.click(await screen.findByRole("button", { name: "Log Out" }));
  await act(async () => respond());
  await expectListWithoutError(view);
});

test("shows no error after the next login if a rejected request has ended the session", async () => {
  api.fail(HISTORY, 401, "not_authenticated", "Log in first.");
  const view = await renderAt("/dashboard/my-payment-history", student);
  await waitFor(() => expect(view.at().pathname).toBe("/login"));
  await expectListWithoutError(view);
});

test("does not add a second history entry for the login page on logout from the dashboard", async () => {
  const { user, at, router } = await renderAt("/no/such/page", student);
  await act(() => router.navigate("/dashboard/nowhere"));
  await user.click(screen.getByRole("button", { name: "Log Out" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  await act(() => router.navigate(-1));
  expect(at().pathname).toBe("/no/such/page");
});

test("leads back to a public page after a logout on it", async () => {
  const { user, at, router } = await renderAt("/no/such/page", student);
  await user.click(await navigationBar().findByRole("button", { name: "Log Out" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  await act(() => router.navigate(-1));
  expect(at().pathname).toBe("/no/such/page");
});

test("logs out at once and logs in again after the identity provider has logged out too", async () => {
  const { promise, resolve } = deferred<void>();
  identityProvider.loggedOut = promise;
  const { user, at } = await renderAt("/no/such/page", student);
  await user.click(await navigationBar().findByRole("button", { name: "Log Out" }));
  expect(await findToast("User is successfully logged out")).toBeVisible();
  expect(at().pathname).toBe("/login");
  await submitLogin(user, student);
  expect(api.requests("POST /jwt")).toHaveLength(1); // of the first login
  await act(async () => resolve());
  expect(await navigationBar().findByRole("button", { name: "Log Out" })).toBeVisible();
  expect(identityProvider.current?.email).toBe(student.email);
});

test("renews the token some minutes before it expires", async () => {
  await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const fresh = aSiteToken({ lifetime: 7200 });
  api.respond("POST /jwt", { token: fresh });
  await advanceTime({ minutes: 54 });
  expect(localStorage.getItem(TOKEN_KEY)).not.toBe(fresh);
  await advanceTime({ minutes: 2 });
  expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
});

/** Opens a page as the student, who always receives this token, and lets the session start. */
async function openWithToken(token: string) {
  identityProvider.current = identityOf(student.email, student.name);
  localStorage.setItem(TOKEN_KEY, token);
  acceptLogin(student);
  api.respond("POST /jwt", { token });
  await renderAt("/terms-of-nothing");
  await navigationBar().findByRole("button", { name: "Log Out" });
}

test.each([
  ["the clock of the device is an hour ahead", aSiteToken({ clockError: 3600 })],
  ["the clock of the device is a day behind", aSiteToken({ clockError: -86_400 })],
])("renews the token once an hour when %s", async (_cause, token) => {
  await openWithToken(token);
  await advanceTime({ minutes: 54 });
  expect(api.requests("POST /jwt")).toHaveLength(1);
  await advanceTime({ minutes: 2 });
  expect(api.requests("POST /jwt")).toHaveLength(2);
});

test.each([
  ["expires after a few minutes", aSiteToken({ lifetime: 120 })],
  ["does not tell its lifetime", "header.e30.signature"],
])("renews the token at most once a minute when it %s", async (_case, token) => {
  await openWithToken(token);
  await advanceTime({ seconds: 59 });
  expect(api.requests("POST /jwt")).toHaveLength(1);
  await advanceTime({ minutes: 1 });
  expect(api.requests("POST /jwt")).toHaveLength(2);
});

test("gets a new token and goes on when the site has changed the key that signs tokens", async () => {
  const { router, at } = await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const fresh = aSiteToken({ lifetime: 7200 });
  api.respond("POST /jwt", { token: fresh });
  api.handle(HISTORY, ({ bearer }) => (bearer === fresh ? { body: [] } : { status: 401, body: {} }));
  await act(() => router.navigate("/dashboard/my-payment-history"));
  expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
  expect(at().pathname).toBe("/dashboard/my-payment-history");
  expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
  expect(api.requests(HISTORY)).toHaveLength(2);
});

test("does not wait for a renewal of the former login", async () => {
  const { user, router } = await renderAt("/terms-of-nothing", student);
  const logOut = await navigationBar().findByRole("button", { name: "Log Out" });
  api.handle("POST /jwt", () => new Promise(() => {}));
  await advanceTime({ minutes: 56 });
  await user.click(logOut);
  acceptLogin(student);
  await submitLogin(user, student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const fresh = aSiteToken();
  api.respond("POST /jwt", { token: fresh });
  api.handle(HISTORY, ({ bearer }) => (bearer === fresh ? { body: [] } : { status: 401, body: {} }));
  await act(() => router.navigate("/dashboard/my-payment-history"));
  expect(await screen.findByText("You haven't paid for a class yet.")).toBeVisible();
});

test("keeps the login if a renewal of the former, deleted user is refused", async () => {
  const { user } = await renderAt("/terms-of-nothing", student);
  const logOut = await navigationBar().findByRole("button", { name: "Log Out" });
  const renewal = deferred<{ status: 403; body: { code: string; message: string } }>();
  api.handle("POST /jwt", () => renewal.promise);
  await advanceTime({ minutes: 56 });
  await user.click(logOut);
  acceptLogin(instructor);
  await submitLogin(user, instructor);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const body = { code: "account_deleted", message: "This account has been deleted." };
  await act(async () => renewal.resolve({ status: 403, body }));
  expect(navigationBar().getByRole("button", { name: "Log Out" })).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
});

test("renews a token that expired while the page was hidden", async () => {
  await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const now = Date.now();
  jest.spyOn(Date, "now").mockReturnValue(now + 3 * 3600_000);
  const fresh = aSiteToken();
  api.respond("POST /jwt", { token: fresh });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
});

test("ends a session that the server rejects and navigates to the login page", async () => {
  const { at } = await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const now = Date.now();
  jest.spyOn(Date, "now").mockReturnValue(now + 3 * 3600_000);
  api.fail("POST /jwt", 401, "not_authenticated", "Log in first.");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(at().state).toMatchObject({ from: { pathname: "/terms-of-nothing" } });
  expect(screen.getByText("Your session has ended. Please log in again.")).toBeVisible();
  expect(identityProvider.current).toBeNull();
});

/** Opens a page as the student while the server is unreachable. */
function openUnreachable() {
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  identityProvider.current = identityOf(student.email, student.name);
  api.disconnect("POST /jwt");
  return renderAt("/terms-of-nothing");
}

test("restores the session automatically when the network is back", async () => {
  await openUnreachable();
  expect(await navigationBar().findByRole("button", { name: "Reconnect" })).toBeVisible();
  acceptLogin(student);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await navigationBar().findByRole("button", { name: "Log Out" })).toBeVisible();
});

test("shows an error and retries instead of logging out when the server is unreachable", async () => {
  const { router, user } = await openUnreachable();
  await act(() => router.navigate("/dashboard/nowhere"));
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't reach Craft Camp.");
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  acceptLogin(student);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("navigation", { name: "Dashboard" })).toBeVisible();
});
