import { act, screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY } from "../shared/storage";
import { aSiteToken } from "../testing/builders";
import { api } from "../testing/fakeApi";
import { identityOf, provider } from "../testing/fakeProvider";
import { admin, instructor, renderAt, student, welcome } from "../testing/renderAt";

const bar = () => within(screen.getByRole("navigation", { name: "Main" }));

test("nobody asks the server who they are, and is offered to log in", async () => {
  await renderAt("/terms-of-nothing");
  expect(bar().getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");
  expect(api.calls).toEqual([]);
});

test.each([
  [student, "Student Dashboard", "/dashboard/my-selected-classes"],
  [instructor, "Instructor Dashboard", "/dashboard/my-classes"],
  [admin, "Admin Dashboard", "/dashboard/all-users"],
])("somebody remembered gets the button of their role: %s", async (visitor, text, href) => {
  await renderAt("/terms-of-nothing", visitor);
  expect(await bar().findByRole("link", { name: text })).toHaveAttribute("href", href);
  expect(bar().getByRole("img", { name: visitor.name })).toHaveAttribute("title", visitor.name);
  expect(api.asked("POST /jwt")[0]).toMatchObject({
    bearer: `id-token-of-${visitor.email}`,
    body: { email: visitor.email },
  });
});

test("a dashboard address sends nobody to log in, remembering the origin", async () => {
  const { at } = await renderAt("/dashboard/my-payment-history?from=mail");
  expect(at()).toMatchObject({
    pathname: "/login",
    state: { from: { pathname: "/dashboard/my-payment-history", search: "?from=mail" } },
  });
});

test("logging out forgets the token, says so and goes to the log-in page", async () => {
  const { user, at } = await renderAt("/terms-of-nothing", student);
  await user.click(await bar().findByRole("button", { name: "Log Out" }));
  expect(await screen.findByText("User is successfully logged out", { selector: ".toast *" })).toBeVisible();
  expect(at().pathname).toBe("/login");
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  expect(provider.current).toBeNull();
  expect(bar().getByRole("link", { name: "Log In" })).toBeVisible();
});

test("logging out in another tab logs this one out", async () => {
  await renderAt("/terms-of-nothing", student);
  await bar().findByRole("button", { name: "Log Out" });
  localStorage.removeItem(TOKEN_KEY);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: TOKEN_KEY, newValue: null })));
  expect(await bar().findByRole("link", { name: "Log In" })).toBeVisible();
});

test("the token is renewed some minutes before it ends", async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await renderAt("/terms-of-nothing", student);
    await bar().findByRole("button", { name: "Log Out" });
    const fresh = aSiteToken({ secondsLeft: 7200 });
    api.answer("POST /jwt", { token: fresh });
    await act(async () => void (await jest.advanceTimersByTimeAsync(54 * 60_000)));
    expect(localStorage.getItem(TOKEN_KEY)).not.toBe(fresh);
    await act(async () => void (await jest.advanceTimersByTimeAsync(2 * 60_000)));
    expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
  } finally {
    jest.useRealTimers();
  }
});

test("a token that ended while the page slept is renewed when it wakes", async () => {
  await renderAt("/terms-of-nothing", student);
  await bar().findByRole("button", { name: "Log Out" });
  const now = Date.now();
  jest.spyOn(Date, "now").mockReturnValue(now + 3 * 3600_000);
  const fresh = aSiteToken();
  api.answer("POST /jwt", { token: fresh });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
});

test("a session that the server refuses ends, and leads to the log-in page", async () => {
  const { at } = await renderAt("/terms-of-nothing", student);
  await bar().findByRole("button", { name: "Log Out" });
  const now = Date.now();
  jest.spyOn(Date, "now").mockReturnValue(now + 3 * 3600_000);
  api.refuse("POST /jwt", 401, "not_authenticated", "Log in first.");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(at().state).toMatchObject({ from: { pathname: "/terms-of-nothing" } });
  expect(
    screen.getByText("Your session has ended. Please log in again.", { selector: ".toast *" }),
  ).toBeVisible();
  expect(provider.current).toBeNull();
});

/** Somebody is logged in by another tab while the server cannot be reached. */
async function openUnreachable() {
  const view = await renderAt("/terms-of-nothing");
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  provider.current = identityOf(student.email, student.name);
  api.on("POST /jwt", () => {
    throw new TypeError("Failed to fetch");
  });
  const logIn = new StorageEvent("storage", { key: TOKEN_KEY, newValue: localStorage.getItem(TOKEN_KEY) });
  act(() => void window.dispatchEvent(logIn));
  return view;
}

test("once the network is back, who was logged in is so again by themselves", async () => {
  await openUnreachable();
  expect(await bar().findByRole("button", { name: "Connect again" })).toBeVisible();
  welcome(student);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await bar().findByRole("button", { name: "Log Out" })).toBeVisible();
});

test("a server that cannot be reached logs nobody out: the dashboard says so and tries again", async () => {
  const { router, user } = await openUnreachable();
  await act(() => router.navigate("/dashboard/nowhere"));
  expect(await screen.findByRole("alert")).toHaveTextContent("We could not reach Craft Camp.");
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  welcome(student);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("navigation", { name: "Dashboard" })).toBeVisible();
});
