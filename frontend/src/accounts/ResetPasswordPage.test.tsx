import { screen, waitFor } from "@testing-library/react";
import { provider } from "../testing/fakeProvider";
import { renderAt, student } from "../testing/renderAt";

beforeEach(() => provider.mailCodes.set("good", student.email));

test.each([null, { code: "auth/user-not-found" }])(
  "whoever asks for the mail is told the same, account or not: %p",
  async (failure) => {
    provider.failure = failure;
    const { user } = await renderAt("/reset-password");
    expect(document.title).toBe("Reset Password | Craft Camp");
    await user.type(screen.getByLabelText("Email"), "sam@camp.example");
    await user.click(screen.getByRole("button", { name: "Send me the link" }));
    expect(await screen.findByText(/If there is an account for sam@camp.example/)).toBeVisible();
    expect(provider.passwordMails).toEqual(failure ? [] : ["sam@camp.example"]);
  },
);

test("a mail that cannot be sent is told", async () => {
  provider.failure = { code: "auth/too-many-requests" };
  const { user } = await renderAt("/reset-password");
  await user.type(screen.getByLabelText("Email"), "sam@camp.example");
  await user.click(screen.getByRole("button", { name: "Send me the link" }));
  expect(await screen.findByText(/too many tries/)).toBeVisible();
  expect(screen.queryByText(/If there is an account/)).toBeNull();
});

test("the link of the mail sets a new password, under the same rule, and leads to log in", async () => {
  const { user, at } = await renderAt("/reset-password?mode=resetPassword&oobCode=good");
  expect(await screen.findByLabelText("Account")).toHaveValue(student.email);
  await user.type(screen.getByLabelText("New Password"), "short");
  await user.type(screen.getByLabelText("Confirm Password"), "Fresh-2026!");
  await user.click(screen.getByRole("button", { name: "Set the new password" }));
  expect(await screen.findByText("Password must not less than 6 characters.")).toBeVisible();
  expect(screen.getByText("The Password Doesn't Match")).toBeVisible();
  expect(provider.passwordsSet).toEqual([]);
  await user.clear(screen.getByLabelText("New Password"));
  await user.type(screen.getByLabelText("New Password"), "Fresh-2026!");
  await user.click(screen.getByRole("button", { name: "Set the new password" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(provider.passwordsSet).toEqual([{ code: "good", password: "Fresh-2026!" }]);
  expect(await screen.findByLabelText("Email")).toHaveValue(student.email);
});

test("a link that is spent leads to a new one", async () => {
  await renderAt("/reset-password?mode=resetPassword&oobCode=old");
  expect(await screen.findByText(/This link has been used already/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/reset-password");
  expect(screen.queryByLabelText("New Password")).toBeNull();
});

test("a provider that cannot be reached does not spend the link", async () => {
  provider.failure = { code: "auth/network-request-failed" };
  const { user } = await renderAt("/reset-password?mode=resetPassword&oobCode=good");
  expect(await screen.findByText(/could not reach the log-in service/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Ask for a new link" })).toBeNull();
  provider.failure = null;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Account")).toHaveValue(student.email);
});

test("the link of the verification mail proves the address, once the button is pressed", async () => {
  const { user } = await renderAt("/reset-password?mode=verifyEmail&oobCode=good");
  await user.click(await screen.findByRole("button", { name: "Verify my e-mail" }));
  expect(await screen.findByText("Your e-mail address is verified. Thank you!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go on" })).toHaveAttribute("href", "/login");
});

test("a verification link that is spent is told", async () => {
  const { user } = await renderAt("/reset-password?mode=verifyEmail&oobCode=old");
  await user.click(await screen.findByRole("button", { name: "Verify my e-mail" }));
  expect(await screen.findByText(/This link has been used already/)).toBeVisible();
  expect(screen.queryByText(/is verified/)).toBeNull();
});

test("a link that takes back the change of an address does so", async () => {
  const { user } = await renderAt("/reset-password?mode=recoverEmail&oobCode=good");
  await user.click(await screen.findByRole("button", { name: "Restore my e-mail" }));
  expect(await screen.findByRole("link", { name: "Set a new password" })).toBeVisible();
});

test("an unknown kind of link is told", async () => {
  await renderAt("/reset-password?mode=somethingElse&oobCode=good");
  expect(await screen.findByRole("heading", { name: "Unknown link" })).toBeVisible();
});
