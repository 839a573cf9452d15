import { screen, waitFor } from "@testing-library/react";
import { identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { renderAt, student } from "../../testing/renderAt";

beforeEach(() => identityProvider.emailCodes.set("good", student.email));

test.each([null, { code: "auth/user-not-found" }])(
  "shows the same message whether or not the account exists: %p",
  async (failure) => {
    identityProvider.failure = failure;
    const { user } = await renderAt("/reset-password");
    expect(document.title).toBe("Reset Password | Craft Camp");
    await user.type(screen.getByLabelText("Email"), "sam@camp.example");
    await user.click(screen.getByRole("button", { name: "Send me the link" }));
    expect(await screen.findByText(/If there's an account for sam@camp.example/)).toBeVisible();
    expect(identityProvider.passwordEmails).toEqual(failure ? [] : ["sam@camp.example"]);
  },
);

test("shows an error when the e-mail cannot be sent", async () => {
  identityProvider.failure = { code: "auth/too-many-requests" };
  const { user } = await renderAt("/reset-password");
  await user.type(screen.getByLabelText("Email"), "sam@camp.example");
  await user.click(screen.getByRole("button", { name: "Send me the link" }));
  expect(await screen.findByText(/too many tries/)).toBeVisible();
  expect(screen.queryByText(/If there is an account/)).toBeNull();
});

test("sets a valid new password and navigates to the login page", async () => {
  const { user, at } = await renderAt("/reset-password?mode=resetPassword&oobCode=good");
  expect(await screen.findByLabelText("Account")).toHaveValue(student.email);
  await user.type(screen.getByLabelText("New Password"), "short");
  await user.type(screen.getByLabelText("Confirm Password"), "Fresh-2026!");
  await user.click(screen.getByRole("button", { name: "Set new password" }));
  expect(await screen.findByText("Password must not less than 6 characters.")).toBeVisible();
  expect(screen.getByText("The Password Doesn't Match")).toBeVisible();
  expect(identityProvider.passwordsSet).toEqual([]);
  await user.clear(screen.getByLabelText("New Password"));
  await user.type(screen.getByLabelText("New Password"), "Fresh-2026!");
  await user.click(screen.getByRole("button", { name: "Set new password" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(identityProvider.passwordsSet).toEqual([{ code: "good", password: "Fresh-2026!" }]);
  expect(await screen.findByLabelText("Email")).toHaveValue(student.email);
});

test("links to a new request when the link was already used", async () => {
  await renderAt("/reset-password?mode=resetPassword&oobCode=old");
  expect(await screen.findByText(/This link has expired or has already been used/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Get a new link" })).toHaveAttribute("href", "/reset-password");
  expect(screen.queryByLabelText("New Password")).toBeNull();
});

test("retries the link after a network error", async () => {
  identityProvider.failure = { code: "auth/network-request-failed" };
  const { user } = await renderAt("/reset-password?mode=resetPassword&oobCode=good");
  expect(await screen.findByText(/couldn't reach the login service/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Get a new link" })).toBeNull();
  identityProvider.failure = null;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Account")).toHaveValue(student.email);
});

test("verifies the e-mail address when the button is clicked", async () => {
  const { user } = await renderAt("/reset-password?mode=verifyEmail&oobCode=good");
  await user.click(await screen.findByRole("button", { name: "Verify my email" }));
  expect(await screen.findByText("Your email address is verified. Thank you!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in to continue" })).toHaveAttribute("href", "/login");
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("shows an error when the verification link was already used", async () => {
  const { user } = await renderAt("/reset-password?mode=verifyEmail&oobCode=old");
  await user.click(await screen.findByRole("button", { name: "Verify my email" }));
  expect(await screen.findByText(/This link has expired or has already been used/)).toBeVisible();
  expect(screen.queryByText(/is verified/)).toBeNull();
});

test("restores the former e-mail address", async () => {
  const { user } = await renderAt("/reset-password?mode=recoverEmail&oobCode=good");
  await user.click(await screen.findByRole("button", { name: "Restore my email" }));
  expect(await screen.findByRole("link", { name: "Set a new password" })).toBeVisible();
});

test("shows an error for an unknown mode", async () => {
  await renderAt("/reset-password?mode=somethingElse&oobCode=good");
  expect(await screen.findByRole("heading", { name: "This Link Doesn't Work" })).toBeVisible();
});
