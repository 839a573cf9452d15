import { act, screen, waitFor, within } from "@testing-library/react";
import { ENDED_KEY, TOKEN_KEY, writeStorage } from "../../shared/storage";
import { aSiteToken } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { acceptLogin, instructor, renderAt, student, submitLogin } from "../../testing/renderAt";

const navigationBar = () => within(screen.getByRole("navigation", { name: "Main" }));

function dispatchStorageEvent(key: string, newValue: string | null): void {
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
}

/** Stores or removes the token as another tab does. */
function changeTokenInOtherTab(token: string | null): void {
  writeStorage(TOKEN_KEY, token);
  dispatchStorageEvent(TOKEN_KEY, token);
}

test("logs out when another tab logs out", async () => {
  await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  changeTokenInOtherTab(null);
  expect(await navigationBar().findByRole("link", { name: "Log In" })).toBeVisible();
});

test("shows the reason, and returns to the page after the next login, when the session expires in another tab", async () => {
  const { at } = await renderAt("/dashboard/nowhere", student);
  await screen.findByRole("navigation", { name: "Dashboard" });
  dispatchStorageEvent(ENDED_KEY, "expired");
  dispatchStorageEvent(ENDED_KEY, null);
  changeTokenInOtherTab(null);
  expect(await screen.findByText("Your session has ended. Please log in again.")).toBeVisible();
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: "/dashboard/nowhere" } } });
  // The other tab logs out there.
  expect(identityProvider.current).not.toBeNull();
});

test("tells other tabs why the session ends before it removes the token", async () => {
  const { user } = await renderAt("/terms-of-nothing", student);
  const button = await navigationBar().findByRole("button", { name: "Log Out" });
  const set = jest.spyOn(Storage.prototype, "setItem");
  const remove = jest.spyOn(Storage.prototype, "removeItem");
  await user.click(button);
  expect(set).toHaveBeenCalledWith(ENDED_KEY, "loggedOut");
  const removed = remove.mock.calls.map(([key]) => key);
  expect(removed.indexOf(ENDED_KEY)).toBeLessThan(removed.indexOf(TOKEN_KEY));
});

test("reloads a logged-out page when a user logs in in another tab", async () => {
  await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  changeTokenInOtherTab(null);
  // jsdom cannot reload, and logs an error.
  const log = jest.spyOn(console, "error").mockImplementation();
  const token = aSiteToken({ user: "2" });
  changeTokenInOtherTab(token);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(/navigation/) }));
  // The identity provider learns of the other tab's logins only later.
  expect(identityProvider.current?.email).toBe(student.email);
  expect(api.requests("POST /jwt")).toHaveLength(1);
  expect(localStorage.getItem(TOKEN_KEY)).toBe(token);
});

test("keeps the token of another tab that logs out and in again", async () => {
  await renderAt("/terms-of-nothing", student);
  await navigationBar().findByRole("button", { name: "Log Out" });
  const fresh = aSiteToken({ lifetime: 7200 });
  localStorage.setItem(TOKEN_KEY, fresh);
  dispatchStorageEvent(TOKEN_KEY, null);
  expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
  expect(navigationBar().getByRole("button", { name: "Log Out" })).toBeVisible();
});

/** Shows the page again from the back-forward cache. A page in the cache receives no events of other tabs. */
function showFromBackForwardCache(): void {
  const event = Object.assign(new Event("pageshow"), { persisted: true });
  act(() => void window.dispatchEvent(event));
}

test("ends the session of a page from the back-forward cache if the user has logged out meanwhile", async () => {
  const { at } = await renderAt("/dashboard/nowhere", student);
  await screen.findByRole("navigation", { name: "Dashboard" });
  localStorage.removeItem(TOKEN_KEY);
  showFromBackForwardCache();
  await waitFor(() => expect(at().pathname).toBe("/login"));
});

test("keeps the session of a page from the back-forward cache if the user is still logged in", async () => {
  await renderAt("/dashboard/nowhere", student);
  await screen.findByRole("navigation", { name: "Dashboard" });
  showFromBackForwardCache();
  expect(screen.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
});

test("keeps the next login when a slow deletion of the former account ends", async () => {
  api.disconnect("DELETE /users/me");
  const { user } = await renderAt("/dashboard/profile", student);
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Password"), "Camp-2003!");
  const confirm = dialog.getByRole("button", { name: "Delete my account" });
  await user.click(confirm);
  await dialog.findByText(/^We didn't get an answer/);
  const { promise, resolve } = deferred<void>();
  identityProvider.reloaded = promise;
  await user.click(confirm);
  changeTokenInOtherTab(null);
  acceptLogin(instructor);
  api.respond("GET /myClasses/instructor%40camp.example", []);
  await submitLogin(user, instructor);
  expect(await screen.findByRole("link", { name: "Instructor Dashboard" })).toBeVisible();
  identityProvider.isDeleted = true;
  await act(async () => resolve());
  expect(screen.getByRole("link", { name: "Instructor Dashboard" })).toBeVisible();
});
