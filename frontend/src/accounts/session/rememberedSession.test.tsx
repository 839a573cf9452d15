import { act, screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY, USER_KEY } from "../../shared/storage";
import { aListedUser, aPayment, aSiteToken } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { identityOf, identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { acceptLogin, admin, logInBefore, rememberBefore, renderAt, student } from "../../testing/renderAt";

const HISTORY_PAGE = "/dashboard/my-payment-history";
const HISTORY = "GET /payments/student%40camp.example";
const OTHER = { ...student, email: "other@camp.example", name: "Otto Other" };
const OTHER_HISTORY = "GET /payments/other%40camp.example";

/** Two payments, of the remembered student and of another. */
const ours = { body: [aPayment({ nameClass: "Clay Mornings" })] };
const theirs = { body: [aPayment({ nameClass: "Silk Evenings" })] };

const ourData = () => screen.queryAllByText("Clay Mornings");

/** Opens a page as the remembered student, whose data is loaded, and who is not verified yet. */
async function openRemembered(token = aSiteToken()) {
  const verify = rememberBefore(student, token);
  api.handle(HISTORY, () => ours);
  const view = await renderAt(HISTORY_PAGE);
  await waitFor(() => expect(ourData()).not.toEqual([]));
  return { ...view, verify };
}

/** Another user is logged in at the identity provider than the remembered one. */
function changeUser(): void {
  identityProvider.current = identityOf(OTHER.email, OTHER.name);
  acceptLogin(OTHER);
  api.respond("POST /jwt", { token: aSiteToken({ user: "2" }) });
}

/** The admin has become a student. */
function demoteAdmin(): void {
  acceptLogin({ ...admin, role: "student" });
  const email = encodeURIComponent(admin.email);
  api.respond(`GET /selectClass?email=${email}`, []);
  api.respond(`GET /enrolledStudent/${email}`, []);
}

test("uses the stored token at once, and the new one as soon as the user is verified", async () => {
  const token = aSiteToken();
  const { verify } = await openRemembered(token);
  expect(api.requests("POST /jwt")).toEqual([]);
  expect(api.requests(HISTORY)[0]?.bearer).toBe(token);
  expect(screen.getAllByRole("img", { name: student.name })[0]).toBeVisible();
  const fresh = aSiteToken();
  api.respond("POST /jwt", { token: fresh });
  await verify();
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
  expect(ourData()).not.toEqual([]);
  expect(api.requests(HISTORY)).toHaveLength(1);
});

test("shows the name that the identity provider has meanwhile", async () => {
  const { verify } = await openRemembered();
  identityProvider.current = identityOf(student.email, "Sam Married");
  await verify();
  expect((await screen.findAllByRole("img", { name: "Sam Married" }))[0]).toBeVisible();
  expect(localStorage.getItem(USER_KEY)).toContain("Sam Married");
});

test("remembers the user of a login until the logout", async () => {
  const { user } = await renderAt("/terms-of-nothing", student);
  const button = await screen.findByRole("button", { name: "Log Out" });
  expect(localStorage.getItem(USER_KEY)).toContain(student.email);
  await user.click(button);
  expect(localStorage.getItem(USER_KEY)).toBeNull();
});

test.each([
  ["has expired", aSiteToken({ lifetime: -1 })],
  ["cannot be read", "header.e30.signature"],
])("waits for the verification if the stored token %s", async (_case, token) => {
  const verify = rememberBefore(student, token);
  api.handle(HISTORY, () => ours);
  await renderAt(HISTORY_PAGE);
  expect(screen.getByRole("progressbar", { name: "Checking your login" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "My Payment History" })).toBeVisible();
  expect(api.allRequests).toEqual([]);
  await verify();
  await waitFor(() => expect(ourData()).not.toEqual([]));
});

test.each([
  ["another user", () => localStorage.setItem(TOKEN_KEY, aSiteToken({ user: "2" }))],
  ["an unknown format", () => localStorage.setItem(USER_KEY, '{"name":"Sam"}')],
  ["no JSON", () => localStorage.setItem(USER_KEY, "Sam")],
])("waits for the verification if what is remembered is of %s", async (_case, change) => {
  rememberBefore(student);
  change();
  await renderAt(HISTORY_PAGE);
  expect(screen.getByRole("progressbar", { name: "Checking your login" })).toBeVisible();
  expect(api.allRequests).toEqual([]);
});

test("shows nothing of the remembered user if another user is logged in at the identity provider", async () => {
  const { verify } = await openRemembered();
  changeUser();
  api.handle(OTHER_HISTORY, () => theirs);
  await verify();
  expect((await screen.findAllByText("Silk Evenings"))[0]).toBeVisible();
  expect(ourData()).toEqual([]);
  expect(screen.queryByRole("img", { name: student.name })).toBeNull();
  expect(localStorage.getItem(USER_KEY)).toContain(OTHER.email);
  expect(localStorage.getItem(USER_KEY)).not.toContain(student.email);
});

test("drops a response to the remembered user that arrives after another user is verified", async () => {
  const verify = rememberBefore(student);
  const answer = deferred<typeof ours>();
  api.handle(HISTORY, () => answer.promise);
  await renderAt(HISTORY_PAGE);
  changeUser();
  api.handle(OTHER_HISTORY, () => theirs);
  await verify();
  await act(async () => answer.resolve(ours));
  expect((await screen.findAllByText("Silk Evenings"))[0]).toBeVisible();
  expect(ourData()).toEqual([]);
});

test.each([
  ["the identity provider knows no user", () => (identityProvider.current = null)],
  ["the account is deleted", () => api.fail("POST /jwt", 403, "account_deleted", "Deleted.")],
  ["the account is deactivated", () => api.fail("POST /jwt", 401, "not_authenticated", "Log in first.")],
])("leads to the login page and removes everything if %s", async (_case, refuse) => {
  const { verify, at } = await openRemembered();
  refuse();
  await verify();
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(at().state).toMatchObject({ from: { pathname: HISTORY_PAGE } });
  expect(ourData()).toEqual([]);
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  expect(localStorage.getItem(USER_KEY)).toBeNull();
});

test("sends a request again with the new token if the server refuses the stored one", async () => {
  const verify = rememberBefore(student);
  const fresh = aSiteToken();
  api.respond("POST /jwt", { token: fresh });
  api.handle(HISTORY, ({ bearer }) => (bearer === fresh ? ours : { status: 401, body: {} }));
  const { at } = await renderAt(HISTORY_PAGE);
  await verify();
  await waitFor(() => expect(ourData()).not.toEqual([]));
  expect(at().pathname).toBe(HISTORY_PAGE);
  expect(api.requests("POST /jwt")).toHaveLength(1);
});

test("ends the session if the server refuses the stored token and then the user", async () => {
  const verify = rememberBefore(student);
  api.fail(HISTORY, 401, "not_authenticated", "Log in first.");
  api.fail("POST /jwt", 401, "not_authenticated", "Log in first.");
  const { at } = await renderAt(HISTORY_PAGE);
  await verify();
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(await screen.findByText("Your session has ended. Please log in again.")).toBeVisible();
});

test.each([
  ["after the verification", true],
  ["before the verification", false],
])("keeps the login if the role has changed and the server's refusal arrives %s", async (_case, isLate) => {
  const verify = rememberBefore(admin);
  demoteAdmin();
  const { promise, resolve } = deferred<void>();
  api.handle("GET /users?limit=40", async () => {
    await promise;
    return { status: 403, body: { code: "permission_denied", message: "No." } };
  });
  const { at } = await renderAt("/dashboard/all-users");
  expect(await screen.findByRole("heading", { name: "Manage Users" })).toBeVisible();
  const refuse = () => act(async () => resolve());
  if (!isLate) await refuse();
  await verify();
  await waitFor(() => expect(at().pathname).toBe("/"));
  if (isLate) await refuse();
  expect(await screen.findByRole("link", { name: "Student Dashboard" })).toBeVisible();
  expect(at().pathname).toBe("/");
});

test("shows nothing of an admin's page after the role has changed", async () => {
  const verify = rememberBefore(admin);
  demoteAdmin();
  api.handle("GET /users?limit=40", () => ({
    body: [aListedUser({ name: "Rita Raffia" })],
    headers: { "X-Total-Count": "1" },
  }));
  await renderAt("/dashboard/all-users");
  expect((await screen.findAllByText("Rita Raffia"))[0]).toBeVisible();
  await verify();
  await waitFor(() => expect(screen.queryAllByText("Rita Raffia")).toEqual([]));
});

function logOutInOtherTab(): void {
  localStorage.removeItem(TOKEN_KEY);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: TOKEN_KEY, newValue: null })));
}

test.each([
  ["the remembered user is verified", aSiteToken()],
  ["the user is known", aSiteToken({ lifetime: -1 })],
])("logs out when another tab logs out before %s", async (_case, token) => {
  const verify = rememberBefore(student, token);
  api.handle(HISTORY, () => ours);
  const { at } = await renderAt(HISTORY_PAGE);
  logOutInOtherTab();
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(ourData()).toEqual([]);
  await verify();
  expect(at().pathname).toBe("/login");
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test("logs out when another tab logs out while the identity provider is unreachable", async () => {
  logInBefore(student);
  identityProvider.restored = Promise.reject({ code: "auth/network-request-failed" });
  const { at } = await renderAt(HISTORY_PAGE);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  logOutInOtherTab();
  await waitFor(() => expect(at().pathname).toBe("/login"));
});

test("opens the page although the token has expired while the identity provider is unreachable", async () => {
  rememberBefore(student, aSiteToken({ lifetime: -1 }));
  identityProvider.restored = Promise.reject({ code: "auth/network-request-failed" });
  api.fail(HISTORY, 401, "bad_token", "Please log in.");
  const { at } = await renderAt(HISTORY_PAGE);
  expect(await screen.findByRole("heading", { level: 1, name: "My Payment History" })).toBeVisible();
  expect(ourData()).toEqual([]);
  identityProvider.restored = Promise.resolve();
  api.handle(HISTORY, () => ours);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(api.requests("POST /jwt")).toHaveLength(1));
  expect(at().pathname).toBe(HISTORY_PAGE);
});

test("keeps the page while the identity provider is unreachable, and verifies when the network is back", async () => {
  rememberBefore(student);
  identityProvider.restored = Promise.reject({ code: "auth/network-request-failed" });
  api.handle(HISTORY, () => ours);
  await renderAt(HISTORY_PAGE);
  await waitFor(() => expect(ourData()).not.toEqual([]));
  expect(api.requests("POST /jwt")).toEqual([]);
  identityProvider.restored = Promise.resolve();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(api.requests("POST /jwt")).toHaveLength(1));
  expect(ourData()).not.toEqual([]);
});

test("keeps the session if the response to the exchange breaks off", async () => {
  const { verify } = await openRemembered();
  api.breakOff("POST /jwt");
  await verify();
  expect(api.requests("POST /jwt")).toHaveLength(1);
  expect(ourData()).not.toEqual([]);
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
});

/** Confirms the deletion of the account of the remembered student, who is not verified yet. */
async function deleteUnverified() {
  const verify = rememberBefore(student);
  api.respondEmpty("DELETE /users/me");
  const { user } = await renderAt("/dashboard/profile");
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const inDialog = within(await screen.findByRole("dialog"));
  await user.type(inDialog.getByLabelText("Password"), "Camp-2003!");
  await user.click(inDialog.getByRole("button", { name: "Delete my account" }));
  return verify;
}

test("verifies before it deletes the account", async () => {
  const verify = await deleteUnverified();
  expect(identityProvider.reauthentications).toEqual([]);
  await verify();
  await waitFor(() => expect(identityProvider.reauthentications).toEqual(["Camp-2003!"]));
});

test("does not delete the account of another user", async () => {
  const verify = await deleteUnverified();
  changeUser();
  await verify();
  expect((await screen.findAllByText(OTHER.email))[0]).toBeVisible();
  expect(identityProvider.reauthentications).toEqual([]);
  expect(api.requests("DELETE /users/me")).toEqual([]);
});

/** Saves a new name for the remembered student, who is not verified yet. */
async function renameUnverified() {
  const verify = rememberBefore(student);
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile");
  await user.type(await screen.findByLabelText("Name"), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  return verify;
}

test("does not change the profile of another user", async () => {
  const verify = await renameUnverified();
  changeUser();
  await verify();
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue(OTHER.name));
  expect(api.requests("PATCH /users/me")).toEqual([]);
  expect(identityProvider.current?.name).toBe(OTHER.name);
});

test("lets the user try again if the identity provider does not answer", async () => {
  await renameUnverified();
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(await screen.findByText(/^We couldn't reach Craft Camp\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Save" })).toBeEnabled();
});
