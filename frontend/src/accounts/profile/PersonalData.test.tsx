import { act, screen, waitFor, within } from "@testing-library/react";
import { saveDraft, setDraftOwner, takeDraft } from "../../shared/forms/drafts";
import { ENDED_KEY, TOKEN_KEY } from "../../shared/storage";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { findToast, renderAt, student, type TestUser } from "../../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const PROFILE = "/dashboard/profile";
const googleStudent: TestUser = { ...student, signInMethods: ["google"] };
const dialog = () => screen.findByRole("dialog", { name: "Delete your account?" });

describe("download", () => {
  test("saves the data as a file with the name from the server", async () => {
    api.respondFile("GET /users/me/data", { account: { name: "Sam" } }, "craft-camp-my-data.json");
    const clickedLinks: HTMLAnchorElement[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clickedLinks.push(this);
    });
    const { user } = await renderAt(PROFILE, student);
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    await waitFor(() =>
      expect(clickedLinks.map(({ download }) => download)).toEqual(["craft-camp-my-data.json"]),
    );
    expect(api.requests("GET /users/me/data")[0]?.bearer).not.toBeNull();
  });

  test("shows a toast when the download fails", async () => {
    api.fail("GET /users/me/data", 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(PROFILE, student);
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(await findToast("Your data couldn't be downloaded. The site is very busy.")).toBeVisible();
  });
});

async function openDialog(testUser: TestUser = student) {
  const view = await renderAt(PROFILE, testUser);
  await view.user.click(await screen.findByRole("button", { name: "Delete my account" }));
  return { ...view, inDialog: within(await dialog()) };
}

async function confirm(user: User, password = "Camp-2003!") {
  const inDialog = within(await dialog());
  if (password) await user.type(inDialog.getByLabelText("Password"), password);
  await user.click(inDialog.getByRole("button", { name: "Delete my account" }));
}

async function expectStillLoggedIn() {
  expect(await dialog()).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  expect(identityProvider.current).not.toBeNull();
}

describe("account deletion", () => {
  test("explains what is deleted and what is kept, and deletes nothing on Cancel", async () => {
    const { user, inDialog } = await openDialog();
    for (const text of [/can't be undone/, /Your name, photo, email address/, /payment records/])
      expect(inDialog.getByText(text)).toBeVisible();
    expect(inDialog.getByLabelText("Account")).toHaveValue(student.email);
    await user.click(inDialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Delete my account" })).toHaveFocus();
    expect(api.requests("DELETE /users/me")).toEqual([]);
  });

  test("deletes the account after the password is confirmed, logs out and shows a toast on the home page", async () => {
    api.respondEmpty("DELETE /users/me");
    const { user, at } = await openDialog();
    const keys = spyOnStorage();
    await confirm(user);
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
    expect(identityProvider.reauthentications).toEqual(["Camp-2003!"]);
    expect(api.requests("DELETE /users/me")[0]?.body).toEqual({ idToken: "fresh-id-token" });
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    await waitFor(() => expect(identityProvider.current).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.body).not.toHaveClass("modal-open");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(keys).toEqual([ENDED_KEY]);
    expect(localStorage.getItem(ENDED_KEY)).toBeNull();
  });

  test("removes all drafts, including the unsaved input of this page", async () => {
    api.respondEmpty("DELETE /users/me");
    const { user } = await renderAt(PROFILE, student);
    saveDraft("add-class", { nameClass: "Clay" });
    localStorage.setItem("draft:student@camp.example:new-class", "{}");
    await user.type(await screen.findByLabelText("Name"), "uel");
    await user.click(screen.getByRole("button", { name: "Delete my account" }));
    await confirm(user);
    await findToast("Your account has been deleted.");
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(localStorage.getItem("draft:student@camp.example:new-class")).toBeNull();
  });

  test("logs out and removes the drafts in other tabs, and shows the reason", async () => {
    const { at } = await renderAt(PROFILE, student);
    await screen.findByRole("heading", { name: "My Profile" });
    setDraftOwner(student.email);
    saveDraft("add-class", { nameClass: "Clay" });
    localStorage.removeItem(TOKEN_KEY);
    for (const [key, newValue] of [
      [ENDED_KEY, "deleted"],
      [ENDED_KEY, null],
      [TOKEN_KEY, null],
    ] as const)
      act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
    expect(takeDraft("add-class")).toBeNull();
  });

  test("reauthenticates with Google when the user has no password", async () => {
    api.respondEmpty("DELETE /users/me");
    const { user, at, inDialog } = await openDialog(googleStudent);
    expect(inDialog.queryByLabelText("Password")).toBeNull();
    await user.click(inDialog.getByRole("button", { name: "Continue with Google" }));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(identityProvider.reauthentications).toEqual(["Google"]);
    expect(at().pathname).toBe("/");
  });

  test("keeps the dialog open and sends only one request while the deletion is pending", async () => {
    let respond = (_: { status: 204 }) => {};
    api.handle(
      "DELETE /users/me",
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const { user, inDialog } = await openDialog();
    await confirm(user);
    await waitFor(() => expect(api.requests("DELETE /users/me")).toHaveLength(1));
    await user.click(inDialog.getByRole("button", { name: "Cancel" }));
    await user.keyboard("{Escape}");
    await user.click(inDialog.getByRole("button", { name: /^Delete my account/ }));
    expect(await dialog()).toBeVisible();
    await act(async () => respond({ status: 204 }));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(api.requests("DELETE /users/me")).toHaveLength(1);
  });
});

describe("account deletion errors", () => {
  test("requires a password before it reauthenticates", async () => {
    const { user, inDialog } = await openDialog();
    await confirm(user, "");
    expect(await inDialog.findByText("Password is required.")).toBeVisible();
    expect(identityProvider.reauthentications).toEqual([]);
  });

  test.each(["auth/invalid-credential", "auth/wrong-password"])(
    "reports a wrong password and keeps the user logged in: %s",
    async (code) => {
      const { user, inDialog } = await openDialog();
      identityProvider.failure = { code };
      await confirm(user);
      expect(await inDialog.findByText("That password isn't right. Nothing was deleted.")).toBeVisible();
      await waitFor(() => expect(inDialog.getByLabelText("Password")).toHaveFocus());
      expect(api.requests("DELETE /users/me")).toEqual([]);
      await expectStillLoggedIn();
    },
  );

  test.each([
    ["auth/too-many-requests", /too many tries/],
    ["auth/network-request-failed", /couldn't reach the login service/],
    ["auth/internal-error", /Something went wrong with the login service/],
    ["auth/user-token-expired", /Log out, log in again/],
  ])("shows an error of the identity provider and keeps the user logged in: %s", async (code, message) => {
    const { user, inDialog } = await openDialog();
    identityProvider.failure = { code };
    await confirm(user);
    expect(await inDialog.findByText(message)).toBeVisible();
    expect(inDialog.getByLabelText("Password")).toHaveValue("Camp-2003!");
    expect(api.requests("DELETE /users/me")).toEqual([]);
    await expectStillLoggedIn();
  });

  test.each([
    ["auth/popup-closed-by-user", /window closed before you confirmed. Nothing was deleted/],
    ["auth/popup-blocked", /Allow pop-ups for this site/],
    ["auth/user-mismatch", /not the account you're logged in with/],
  ])("shows an error of Google's popup and allows another attempt: %s", async (code, message) => {
    api.respondEmpty("DELETE /users/me");
    const { user, inDialog } = await openDialog(googleStudent);
    identityProvider.failure = { code };
    await user.click(inDialog.getByRole("button", { name: "Continue with Google" }));
    expect(await inDialog.findByText(message)).toBeVisible();
    await expectStillLoggedIn();
    identityProvider.failure = null;
    await user.click(inDialog.getByRole("button", { name: "Continue with Google" }));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
  });

  test.each([
    [
      "still_enrolled",
      "This account still has a place.",
      "My Enrolled Classes",
      "/dashboard/my-enrolled-classes",
    ],
    ["money_under_way", "A refund is under way.", "My Payment History", "/dashboard/my-payment-history"],
    ["has_classes", "This account still teaches Clay.", "Contact us", "/contact"],
    ["last_admin", "This is the last admin.", "Manage Users", "/dashboard/all-users"],
  ])("shows why the server refuses, with a link to the next step: %s", async (code, message, link, href) => {
    api.fail("DELETE /users/me", 409, code, message);
    const { user, inDialog } = await openDialog();
    await confirm(user);
    expect(await inDialog.findByText(message)).toBeVisible();
    expect(inDialog.getByRole("link", { name: link })).toHaveAttribute("href", href);
    await expectStillLoggedIn();
  });

  test("reauthenticates again when the reauthentication has expired", async () => {
    api.fail("DELETE /users/me", 409, "log_in_again", "Please log in again to delete your account.");
    const { user, inDialog } = await openDialog();
    await confirm(user);
    expect(await inDialog.findByText("Please log in again to delete your account.")).toBeVisible();
    api.respondEmpty("DELETE /users/me");
    await user.click(inDialog.getByRole("button", { name: "Delete my account" }));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(identityProvider.reauthentications).toHaveLength(2);
  });

  test("shows the error when the server rejects the reauthentication", async () => {
    const fields = { idToken: ["Your login could not be verified. Please log in again."] };
    api.fail("DELETE /users/me", 400, "invalid", "See the fields.", { fields });
    const { user, inDialog } = await openDialog();
    await confirm(user);
    expect(await inDialog.findByText(/Your login could not be verified/)).toBeVisible();
    await expectStillLoggedIn();
  });

  test("shows when to retry if the server is unavailable", async () => {
    const headers = { "Retry-After": "30" };
    api.fail(
      "DELETE /users/me",
      503,
      "provider_unavailable",
      "Our card provider isn't responding right now.",
      {
        headers,
      },
    );
    const { user, inDialog } = await openDialog();
    await confirm(user);
    expect(await inDialog.findByText(/isn't responding right now. Try again in 30 seconds/)).toBeVisible();
    await expectStillLoggedIn();
  });

  test("explains that the account may be deleted when the response is lost", async () => {
    api.disconnect("DELETE /users/me");
    const { user, inDialog } = await openDialog();
    await confirm(user);
    expect(await inDialog.findByText(/may already be deleted. .* reload this page/)).toBeVisible();
    await expectStillLoggedIn();
  });

  test("detects on the next attempt that a request without a response has deleted the account", async () => {
    api.disconnect("DELETE /users/me");
    const { user, inDialog } = await openDialog();
    await confirm(user);
    await inDialog.findByText(/may already be deleted/);
    identityProvider.isDeleted = true;
    await user.click(inDialog.getByRole("button", { name: "Delete my account" }));
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(api.requests("DELETE /users/me")).toHaveLength(1);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });

  test("logs out when the server has already deleted the account", async () => {
    api.fail("DELETE /users/me", 401, "bad_token", "Your session has ended. Please log in again.");
    const { user, at } = await openDialog();
    api.fail("POST /jwt", 403, "account_deleted", "This account has been deleted.");
    await confirm(user);
    expect(await findToast("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
  });
});

/** Records the localStorage keys that are set from now on; each causes a storage event in the other tabs. */
function spyOnStorage(): string[] {
  const keys: string[] = [];
  const setItem = Storage.prototype.setItem;
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) keys.push(key);
    setItem.call(this, key, value);
  });
  return keys;
}
