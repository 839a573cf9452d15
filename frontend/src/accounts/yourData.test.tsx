import { act, screen, waitFor, within } from "@testing-library/react";
import { keepDraft, ownDrafts, takeDraft } from "../shared/drafts";
import { DELETED_KEY, TOKEN_KEY } from "../shared/storage";
import { api } from "../testing/fakeApi";
import { provider } from "../testing/fakeProvider";
import { renderAt, student, type Visitor } from "../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const PAGE = "/dashboard/profile";
const GOOGLE: Visitor = { ...student, ways: ["google"] };
const popup = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });
const dialog = () => screen.findByRole("dialog", { name: "Delete your account?" });

describe("taking it along", () => {
  test("everything comes as a file, under the server's name", async () => {
    api.answer("GET /users/me/data", { account: { name: "Sam" } }, 200, {
      "Content-Disposition": 'attachment; filename="craft-camp-my-data.json"',
    });
    const saved: HTMLAnchorElement[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this);
    });
    const { user } = await renderAt(PAGE, student);
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(saved.map(({ download }) => download)).toEqual(["craft-camp-my-data.json"]));
    expect(api.asked("GET /users/me/data")[0]?.bearer).not.toBeNull();
  });

  test("a download that fails says so", async () => {
    api.refuse("GET /users/me/data", 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(PAGE, student);
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(await popup("Your data was not downloaded. The site is very busy.")).toBeVisible();
  });
});

async function wantToLeave(visitor: Visitor = student) {
  const view = await renderAt(PAGE, visitor);
  await view.user.click(await screen.findByRole("button", { name: "Delete my account" }));
  return { ...view, asked: within(await dialog()) };
}

async function leave(user: User, password = "Camp-2003!") {
  const asked = within(await dialog());
  if (password) await user.type(asked.getByLabelText("Password"), password);
  await user.click(asked.getByRole("button", { name: "Delete my account" }));
}

async function isStillIn() {
  expect(await dialog()).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  expect(provider.current).not.toBeNull();
}

describe("leaving for good", () => {
  test("it is said what goes, what stays, and that it cannot be undone", async () => {
    const { user, asked } = await wantToLeave();
    for (const text of [/cannot be undone/, /Your name, photo, e-mail address/, /Our books/])
      expect(asked.getByText(text)).toBeVisible();
    expect(asked.getByLabelText("Account")).toHaveValue(student.email);
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Delete my account" })).toHaveFocus();
    expect(api.asked("DELETE /users/me")).toEqual([]);
  });

  test("the password once more deletes the account; nobody is logged in, and home says so", async () => {
    api.answer("DELETE /users/me", null, 204);
    const { user, at } = await wantToLeave();
    const heard = spyOnStorage();
    await leave(user);
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
    expect(provider.proofs).toEqual(["Camp-2003!"]);
    expect(api.asked("DELETE /users/me")[0]?.body).toEqual({ idToken: "fresh-id-token" });
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    await waitFor(() => expect(provider.current).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.body).not.toHaveClass("modal-open");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(heard).toEqual([DELETED_KEY]);
    expect(localStorage.getItem(DELETED_KEY)).toBeNull();
  });

  test("no draft is left, not even of what was being typed on this page", async () => {
    api.answer("DELETE /users/me", null, 204);
    const { user } = await renderAt(PAGE, student);
    keepDraft("add-class", { nameClass: "Clay" });
    await user.type(await screen.findByLabelText("Name"), "uel");
    await user.click(screen.getByRole("button", { name: "Delete my account" }));
    await leave(user);
    await popup("Your account has been deleted.");
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test("another tab forgets the person and the drafts too, and says why", async () => {
    const { at } = await renderAt(PAGE, student);
    await screen.findByRole("heading", { name: "My Profile" });
    ownDrafts(student.email);
    keepDraft("add-class", { nameClass: "Clay" });
    localStorage.removeItem(TOKEN_KEY);
    for (const [key, newValue] of [
      [DELETED_KEY, "now"],
      [DELETED_KEY, null],
      [TOKEN_KEY, null],
    ] as const)
      act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
    expect(takeDraft("add-class")).toBeNull();
  });

  test("who joined with Google goes on with Google", async () => {
    api.answer("DELETE /users/me", null, 204);
    const { user, at, asked } = await wantToLeave(GOOGLE);
    expect(asked.queryByLabelText("Password")).toBeNull();
    await user.click(asked.getByRole("button", { name: "Go on with Google" }));
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(provider.proofs).toEqual(["Google"]);
    expect(at().pathname).toBe("/");
  });

  test("the dialog waits for the answer", async () => {
    let answer = (_: { status: number }) => {};
    api.on(
      "DELETE /users/me",
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { user, asked } = await wantToLeave();
    await leave(user);
    await waitFor(() => expect(api.asked("DELETE /users/me")).toHaveLength(1));
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await user.keyboard("{Escape}");
    await user.click(asked.getByRole("button", { name: /^Delete my account/ }));
    expect(await dialog()).toBeVisible();
    await act(async () => answer({ status: 204 }));
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(api.asked("DELETE /users/me")).toHaveLength(1);
  });
});

describe("what stands against it", () => {
  test("an empty password is told before anything is asked", async () => {
    const { user, asked } = await wantToLeave();
    await leave(user, "");
    expect(await asked.findByText("Password is required.")).toBeVisible();
    expect(provider.proofs).toEqual([]);
  });

  test.each(["auth/invalid-credential", "auth/wrong-password"])("a wrong password: %s", async (code) => {
    const { user, asked } = await wantToLeave();
    provider.failure = { code };
    await leave(user);
    expect(await asked.findByText("This password is not right. Nothing was deleted.")).toBeVisible();
    await waitFor(() => expect(asked.getByLabelText("Password")).toHaveFocus());
    expect(api.asked("DELETE /users/me")).toEqual([]);
    await isStillIn();
  });

  test.each([
    ["auth/too-many-requests", /too many tries/],
    ["auth/network-request-failed", /could not reach the log-in service/],
    ["auth/internal-error", /The log-in service did not do that/],
    ["auth/user-token-expired", /Log out, log in again/],
  ])("the identity provider: %s", async (code, message) => {
    const { user, asked } = await wantToLeave();
    provider.failure = { code };
    await leave(user);
    expect(await asked.findByText(message)).toBeVisible();
    expect(asked.getByLabelText("Password")).toHaveValue("Camp-2003!");
    expect(api.asked("DELETE /users/me")).toEqual([]);
    await isStillIn();
  });

  test.each([
    ["auth/popup-closed-by-user", /window was closed before it could answer. Nothing was deleted/],
    ["auth/popup-blocked", /Allow pop-ups for this site/],
    ["auth/user-mismatch", /another account than the one/],
  ])("Google's window, and the way is open still: %s", async (code, message) => {
    api.answer("DELETE /users/me", null, 204);
    const { user, asked } = await wantToLeave(GOOGLE);
    provider.failure = { code };
    await user.click(asked.getByRole("button", { name: "Go on with Google" }));
    expect(await asked.findByText(message)).toBeVisible();
    await isStillIn();
    provider.failure = null;
    await user.click(asked.getByRole("button", { name: "Go on with Google" }));
    expect(await popup("Your account has been deleted.")).toBeVisible();
  });

  test.each([
    [
      "still_enrolled",
      "This account still has a place.",
      "My Enrolled Classes",
      "/dashboard/my-enrolled-classes",
    ],
    ["money_under_way", "A refund is under way.", "My Payment History", "/dashboard/my-payment-history"],
    ["has_classes", "This account still teaches Clay.", "How to reach the office", "/contact"],
    ["last_admin", "This is the last admin.", "Manage Users", "/dashboard/all-users"],
  ])("the server's rule, with the way on: %s", async (code, message, link, href) => {
    api.refuse("DELETE /users/me", 409, code, message);
    const { user, asked } = await wantToLeave();
    await leave(user);
    expect(await asked.findByText(message)).toBeVisible();
    expect(asked.getByRole("link", { name: link })).toHaveAttribute("href", href);
    await isStillIn();
  });

  test("a proof that has grown old is asked for again", async () => {
    api.refuse("DELETE /users/me", 409, "log_in_again", "Log in again to delete your account.");
    const { user, asked } = await wantToLeave();
    await leave(user);
    expect(await asked.findByText("Log in again to delete your account.")).toBeVisible();
    api.answer("DELETE /users/me", null, 204);
    await user.click(asked.getByRole("button", { name: "Delete my account" }));
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(provider.proofs).toHaveLength(2);
  });

  test("a proof that the server does not believe", async () => {
    const fields = { idToken: ["Your log-in could not be verified. Please log in again."] };
    api.refuse("DELETE /users/me", 400, "invalid", "See the fields.", fields);
    const { user, asked } = await wantToLeave();
    await leave(user);
    expect(await asked.findByText(/Your log-in could not be verified/)).toBeVisible();
    await isStillIn();
  });

  test("a server that is busy says when to try again", async () => {
    const refusal = { code: "provider_unavailable", message: "The card provider does not answer." };
    api.answer("DELETE /users/me", refusal, 503, { "Retry-After": "30" });
    const { user, asked } = await wantToLeave();
    await leave(user);
    expect(await asked.findByText(/does not answer. Try again in 30 seconds/)).toBeVisible();
    await isStillIn();
  });

  test("no answer leaves it open whether the account is gone, and says how to see", async () => {
    api.on("DELETE /users/me", () => {
      throw new TypeError("Failed to fetch");
    });
    const { user, asked } = await wantToLeave();
    await leave(user);
    expect(await asked.findByText(/may be deleted already. .* reload this page/)).toBeVisible();
    await isStillIn();
  });

  test("a try whose answer was lost, and which has done it, is found out at the next one", async () => {
    api.on("DELETE /users/me", () => {
      throw new TypeError("Failed to fetch");
    });
    const { user, asked } = await wantToLeave();
    await leave(user);
    await asked.findByText(/may be deleted already/);
    provider.forgotten = true;
    await user.click(asked.getByRole("button", { name: "Delete my account" }));
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(api.asked("DELETE /users/me")).toHaveLength(1);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });

  test("an account that the server has deleted while the provider lags behind is gone, too", async () => {
    api.refuse("DELETE /users/me", 401, "bad_token", "Your session has ended. Please log in again.");
    const { user, at } = await wantToLeave();
    api.refuse("POST /jwt", 403, "account_deleted", "This account has been deleted.");
    await leave(user);
    expect(await popup("Your account has been deleted.")).toBeVisible();
    expect(at().pathname).toBe("/");
  });
});

/** Which keys of ours are put into the storage from here on, which is what other tabs hear of. */
function spyOnStorage(): string[] {
  const heard: string[] = [];
  const put = Storage.prototype.setItem;
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) heard.push(key);
    put.call(this, key, value);
  });
  return heard;
}
