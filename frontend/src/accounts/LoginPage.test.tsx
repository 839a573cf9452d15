import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { identityOf, provider } from "../testing/fakeProvider";
import { admin, renderAt, student, welcome } from "../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const main = () => within(screen.getByRole("main"));
const popup = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

async function logIn(user: User, password = "Camp-2003!") {
  await user.click(screen.getByLabelText("Email"));
  await user.paste(student.email);
  await user.click(screen.getByLabelText("Password"));
  await user.paste(password);
  await user.click(main().getByRole("button", { name: "Log In" }));
}

test("somebody logs in and is told so on the home page", async () => {
  welcome(student);
  const { user, at } = await renderAt("/login");
  expect(document.title).toBe("Log In | Craft Camp");
  await logIn(user);
  expect(await popup("Your have logged in successfully.")).toBeVisible();
  await waitFor(() => expect(at().pathname).toBe("/"));
  expect(await screen.findByRole("link", { name: "Student Dashboard" })).toBeVisible();
});

test("somebody comes back to the page that led here, its query included", async () => {
  welcome(student);
  api.answer("GET /classes", []);
  api.answer("GET /selectClass?email=student%40camp.example", []);
  api.answer("GET /enrolledStudent/student%40camp.example", []);
  const from = { pathname: "/all-classes", search: "?q=clay" };
  const { user, at } = await renderAt({ pathname: "/login", state: { from } });
  await logIn(user);
  await waitFor(() => expect(`${at().pathname}${at().search}`).toBe("/all-classes?q=clay"));
});

test("who is logged in already has no need of this page", async () => {
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
])("a touched field says what is wrong: %s %p", async (label, typed, message) => {
  const { user } = await renderAt("/login");
  await user.click(screen.getByLabelText(label));
  if (typed) await user.keyboard(typed);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
});

test("the password can be shown and hidden", async () => {
  const { user } = await renderAt("/login");
  const toggle = screen.getByRole("button", { name: "Show password" });
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  await user.click(toggle);
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  await user.click(toggle);
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
});

const WRONG = "E-mail or password is not right. If you joined with Google, use the Google button.";

test.each([
  ["auth/wrong-password", WRONG],
  ["auth/invalid-credential", WRONG],
  ["auth/user-not-found", WRONG],
  ["auth/too-many-requests", /too many tries/],
  ["auth/network-request-failed", /could not reach the log-in service/],
  ["auth/user-disabled", /has been closed/],
  ["auth/something-new", /Please try again in a moment/],
])("the provider's refusal is told, and what was typed stays: %s", async (code, message) => {
  provider.failure = { code };
  const { user, at } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue(student.email);
  expect(screen.getByLabelText("Password")).toHaveValue("Camp-2003!");
  expect(at().pathname).toBe("/login");
});

test("a server that does not answer is told, and nobody is logged in", async () => {
  api.refuse("POST /jwt", 503, "provider_down", "The log-in cannot be checked just now.");
  const { user } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText("The log-in cannot be checked just now.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log In" })).toBeVisible();
});

test("who must verify the address first can have the mail sent again", async () => {
  api.refuse("POST /jwt", 403, "email_not_verified", "Please verify your e-mail address first.");
  const { user } = await renderAt("/login");
  await logIn(user);
  expect(await screen.findByText("Please verify your e-mail address first.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send the verification mail again" }));
  expect(await screen.findByText(/The mail is on its way/)).toBeVisible();
  expect(provider.verificationMails).toBe(1);
});

test("with Google: in, and told so", async () => {
  provider.google = identityOf(student.email, student.name, "https://photos.example/sam.webp");
  welcome(student);
  api.answer("POST /users", { insertedId: "7" }, 201);
  const { user, at } = await renderAt("/login");
  await user.click(screen.getByRole("button", { name: "Log In with Google" }));
  expect(await popup("Your are in your account now.")).toBeVisible();
  expect(api.asked("POST /users")[0]?.body).toEqual({
    email: student.email,
    name: student.name,
    photo: "https://photos.example/sam.webp",
  });
  await waitFor(() => expect(at().pathname).toBe("/"));
});

test("Google's window that is closed is nothing to tell", async () => {
  provider.failure = { code: "auth/popup-closed-by-user" };
  const { user } = await renderAt("/login");
  const button = screen.getByRole("button", { name: "Log In with Google" });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "false"));
  for (const alert of screen.getAllByRole("alert")) expect(alert).toBeEmptyDOMElement();
});

test("Google's window that is blocked is told, with what to do", async () => {
  provider.failure = { code: "auth/popup-blocked" };
  const { user } = await renderAt("/login");
  await user.click(screen.getByRole("button", { name: "Log In with Google" }));
  expect(await screen.findByText(/Allow pop-ups for this site/)).toBeVisible();
});

test("a forgotten password leads on with the address that was typed", async () => {
  const { user, at } = await renderAt("/login");
  await user.type(screen.getByLabelText("Email"), student.email);
  await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await waitFor(() => expect(at().pathname).toBe("/reset-password"));
  expect(await screen.findByLabelText("Email")).toHaveValue(student.email);
});
