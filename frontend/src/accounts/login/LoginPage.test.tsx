import { screen, waitFor, within } from "@testing-library/react";
import { setDraftOwner } from "../../shared/forms/drafts";
import { aClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { identityOf, identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { acceptLogin, admin, findToast, renderAt, student } from "../../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const main = () => within(screen.getByRole("main"));

async function logIn(user: User, password = "Camp-2003!") {
  await user.click(screen.getByLabelText("Email"));
  await user.paste(student.email);
  await user.click(screen.getByLabelText("Password"));
  await user.paste(password);
  await user.click(main().getByRole("button", { name: "Log In" }));
}

test("logs in, navigates to the home page and shows a toast", async () => {
  acceptLogin(student);
  const { user, at } = await renderAt("/login");
  expect(document.title).toBe("Log In | Craft Camp");
  await logIn(user);
  expect(await findToast("Your have logged in successfully.")).toBeVisible();
  await waitFor(() => expect(at().pathname).toBe("/"));
  expect(await screen.findByRole("link", { name: "Student Dashboard" })).toBeVisible();
});

test("knows the address of the user whose session has ended, until they log out", async () => {
  setDraftOwner(student.email);
  const { unmount } = await renderAt("/login");
  expect(screen.getByLabelText("Email")).toHaveValue(student.email);
  unmount();
  setDraftOwner(null);
  await renderAt("/login");
  expect(screen.getByLabelText("Email")).toHaveValue("");
});

test("returns to the previous page with its query", async () => {
  acceptLogin(student);
  api.respond("GET /classes", []);
  api.respond("GET /selectClass?email=student%40camp.example", []);
  api.respond("GET /enrolledStudent/student%40camp.example", []);
  const from = { pathname: "/all-classes", search: "?q=clay" };
  const { user, at } = await renderAt({ pathname: "/login", state: { from } });
  await logIn(user);
  await waitFor(() => expect(`${at().pathname}${at().search}`).toBe("/all-classes?q=clay"));
});

describe("a class that was chosen before the login", () => {
  const from = { pathname: "/all-classes", state: { classId: "7", nameClass: "Clay", action: "select" } };
  const chooseClass = async () => (await renderAt({ pathname: "/login", state: { from } })).unmount();

  beforeEach(() => {
    acceptLogin(student);
    api.respond("GET /classes", [aClass({ _id: "7", nameClass: "Clay" })]);
    api.respond("POST /selectClass", { insertedId: "9", clashes: [] }, 201);
  });

  test.each([undefined, { from: { pathname: "/" } }])(
    "is selected after a login in a new tab: %j",
    async (state) => {
      await chooseClass();
      const { user, at } = await renderAt({ pathname: "/login", state });
      expect(screen.getByText(/is waiting for you/)).toHaveTextContent(/^Clay is waiting/);
      await logIn(user);
      await waitFor(() => expect(api.requests("POST /selectClass")).toHaveLength(1));
      expect(at().pathname).toBe("/all-classes");
      expect(localStorage.getItem("chosen-class")).toBeNull();
    },
  );

  test("is not selected after the login of a user who comes from another page", async () => {
    await chooseClass();
    const { user, at } = await renderAt({ pathname: "/login", state: { from: { pathname: "/contact" } } });
    await logIn(user);
    await waitFor(() => expect(at().pathname).toBe("/contact"));
    expect(api.requests("POST /selectClass")).toEqual([]);
  });

  test("is forgotten after a day", async () => {
    await chooseClass();
    jest.setSystemTime(Date.now() + 25 * 3_600_000);
    await renderAt("/login");
    expect(screen.queryByText(/is waiting for you/)).toBeNull();
  });
});

test("redirects a logged-in user to the home page", async () => {
  const { at } = await renderAt("/login", admin);
  await waitFor(() => expect(at().pathname).toBe("/"));
});

test.each([
  ["Email", "", "Email is required."],
  ["Password", "", "Password is required."],
  ["Password", "Ab-1", "Password must not less than 6 characters."],
  [
    "Password",
    "alllower1!",
    "Password must have at least one upper case character, one lower case character, one number & one special character.",
  ],
  [
    "Password",
    "NoSpecial1~",
    "Password must have at least one upper case character, one lower case character, one number & one special character.",
  ],
])("shows the validation error of a touched field: %s %p", async (label, typed, message) => {
  const { user } = await renderAt("/login");
  await user.click(screen.getByLabelText(label));
  if (typed) await user.keyboard(typed);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
});

test("shows and hides the password", async () => {
  const { user } = await renderAt("/login");
  const toggle = screen.getByRole("button", { name: "Show password" });
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  await user.click(toggle);
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  await user.click(toggle);
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
});

const WRONG_CREDENTIALS =
  "E-mail or password is not right. If you joined with Google, use the Google button.";

test.each([
  ["auth/wrong-password", WRONG_CREDENTIALS],
  ["auth/invalid-credential", WRONG_CREDENTIALS],
  ["auth/user-not-found", WRONG_CREDENTIALS],
  ["auth/too-many-requests", /too many tries/],
  ["auth/network-request-failed", /couldn't reach the login service/],
  ["auth/user-disabled", /has been closed/],
  ["auth/something-new", /Please try again in a moment/],
])("shows an error of the identity provider and keeps the input: %s", async (code, message) => {
  identityProvider.failure = { code };
  const { user, at } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue(student.email);
  expect(screen.getByLabelText("Password")).toHaveValue("Camp-2003!");
  expect(at().pathname).toBe("/login");
});

test("shows a server error and does not log in", async () => {
  api.fail("POST /jwt", 503, "provider_down", "The login cannot be checked right now.");
  const { user } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText("The login cannot be checked right now.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log In" })).toBeVisible();
});

test("offers to resend the verification e-mail when the address is not verified", async () => {
  api.fail("POST /jwt", 403, "email_not_verified", "Please verify your email address first.");
  const { user } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText("Please verify your email address first.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send the verification email again" }));
  expect(await screen.findByText(/The email is on its way/)).toBeVisible();
  expect(identityProvider.verificationEmails).toBe(1);
});

test("says what to do if the address belongs to an account with another login", async () => {
  api.fail("POST /jwt", 403, "email_in_use", "This email address belongs to an account with another login.");
  const { user } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText(/belongs to an account with another login/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact the school" })).toHaveAttribute("href", "/contact");
  expect(screen.queryByRole("button", { name: /verification email/ })).toBeNull();
});

test("logs in with Google, saves the user and shows a toast", async () => {
  identityProvider.googleUser = identityOf(student.email, student.name, "https://photos.example/sam.webp");
  acceptLogin(student);
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user, at } = await renderAt("/login");
  await user.click(screen.getByRole("button", { name: "Log In with Google" }));
  expect(await findToast("Your are in your account now.")).toBeVisible();
  expect(api.requests("POST /users")[0]?.body).toEqual({
    email: student.email,
    name: student.name,
    photo: "https://photos.example/sam.webp",
  });
  await waitFor(() => expect(at().pathname).toBe("/"));
});

test("drops a name of the Google account that contains a link, which the server would refuse", async () => {
  identityProvider.googleUser = identityOf(student.email, "Sam of evil.com");
  acceptLogin(student);
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user } = await renderAt("/login");
  await user.click(screen.getByRole("button", { name: "Log In with Google" }));
  expect(await findToast("Your are in your account now.")).toBeVisible();
  expect(api.requests("POST /users")[0]?.body).toMatchObject({ name: "" });
});

test("shows no error when Google's popup is closed", async () => {
  identityProvider.failure = { code: "auth/popup-closed-by-user" };
  const { user } = await renderAt("/login");
  const button = screen.getByRole("button", { name: "Log In with Google" });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "false"));
  for (const alert of screen.getAllByRole("alert")) expect(alert).toBeEmptyDOMElement();
});

test("explains what to do when Google's popup is blocked", async () => {
  identityProvider.failure = { code: "auth/popup-blocked" };
  const { user } = await renderAt("/login");
  await user.click(screen.getByRole("button", { name: "Log In with Google" }));
  expect(await screen.findByText(/Allow pop-ups for this site/)).toBeVisible();
});

test("passes the typed e-mail address to the password reset page", async () => {
  const { user, at } = await renderAt("/login");
  await user.type(screen.getByLabelText("Email"), student.email);
  await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await waitFor(() => expect(at().pathname).toBe("/reset-password"));
  expect(await screen.findByLabelText("Email")).toHaveValue(student.email);
});
