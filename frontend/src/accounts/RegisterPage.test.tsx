import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { TOKEN_KEY } from "../shared/storage";
import { api } from "../testing/fakeApi";
import { provider } from "../testing/fakeProvider";
import { renderAt, welcome } from "../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const FROM = { pathname: "/all-classes", search: "?q=clay", state: { chosen: "7" } };
const PHOTO = "https://photos.example/nora.webp";
const main = () => within(screen.getByRole("main"));
const popup = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

async function fill(user: User, given: Record<string, string> = {}) {
  const typed = {
    Name: "Nora New",
    "Photo URL": PHOTO,
    Email: "nora@camp.example",
    Password: "Camp-2003!",
    "Confirm Password": "Camp-2003!",
    ...given,
  };
  for (const [label, text] of Object.entries(typed)) {
    // As a browser or a password manager fills it in.
    if (text) fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
  await user.click(main().getByRole("button", { name: "Register" }));
}

test("an account is made, the mail is sent, and the way leads to log in with everything kept", async () => {
  api.answer("POST /users", { insertedId: "7" }, 201);
  const { user, at } = await renderAt({ pathname: "/register", state: { from: FROM } });
  expect(document.title).toBe("Register | Craft Camp");
  await fill(user);
  expect(
    await popup("You have been successfully registered. Please Log In Now to go to your profile"),
  ).toBeVisible();
  expect(at()).toMatchObject({ pathname: "/login", state: { from: FROM } });
  expect(await screen.findByText(/We have sent a mail to nora@camp.example/)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("nora@camp.example");
  expect(api.asked("POST /users")[0]).toMatchObject({
    bearer: "id-token-of-nora@camp.example",
    body: { name: "Nora New", photo: PHOTO, email: "nora@camp.example" },
  });
  expect(provider.verificationMails).toBe(1);
  expect(provider.current).toBeNull();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test("the name may be left out", async () => {
  api.answer("POST /users", { insertedId: "7" }, 201);
  const { user } = await renderAt("/register");
  await fill(user, { Name: "" });
  await waitFor(() => expect(api.asked("POST /users")).toHaveLength(1));
  expect(api.asked("POST /users")[0]?.body).toMatchObject({ name: "" });
});

test.each([
  [{ "Photo URL": "" }, "Photo URL", "Photo URL is required."],
  [{ "Photo URL": "http://photos.example/a" }, "Photo URL", /begins with https/],
  [{ Email: "" }, "Email", "Email is required."],
  [{ Email: "nora" }, "Email", "Email must be an e-mail address."],
  [{ Password: "", "Confirm Password": "" }, "Password", "Password is required."],
  [{ Password: "Ab-1", "Confirm Password": "Ab-1" }, "Password", /must not less than 6/],
  [{ "Confirm Password": "Camp-2004!" }, "Confirm Password", "The Password Doesn't Match"],
])("nothing is sent while something is wrong: %p", async (given, label, message) => {
  const { user } = await renderAt("/register");
  await fill(user, given);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  const id = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id.split(" ").at(-1) ?? "")).toHaveTextContent(message);
  expect(provider.current).toBeNull();
  expect(api.calls).toEqual([]);
});

test("the rules of the password are ticked off as it is typed", async () => {
  const { user } = await renderAt("/register");
  const met = () => screen.getAllByText("(met)").length;
  expect(screen.queryByText("(met)")).toBeNull();
  await user.type(screen.getByLabelText("Password"), "camp");
  expect(met()).toBe(1);
  await user.keyboard("2003");
  expect(met()).toBe(3);
  await user.keyboard("A+");
  expect(met()).toBe(5);
  expect(screen.getByText("5 of 5 password rules are met.")).toBeInTheDocument();
});

test("the password is typed twice, not pasted, and both can be shown", async () => {
  const { user } = await renderAt("/register");
  await user.click(screen.getByLabelText("Confirm Password"));
  await user.paste("Camp-2003!");
  expect(screen.getByLabelText("Confirm Password")).toHaveValue("");
  await user.click(screen.getByLabelText("Password"));
  await user.paste("Camp-2003!");
  expect(screen.getByLabelText("Password")).toHaveValue("Camp-2003!");
  await user.click(screen.getByRole("button", { name: "Show confirm password" }));
  expect(screen.getByLabelText("Confirm Password")).toHaveAttribute("type", "text");
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
});

test.each([
  ["auth/email-already-in-use", /There is an account with this e-mail already/],
  ["auth/weak-password", /too easy to guess/],
  ["auth/network-request-failed", /could not reach the log-in service/],
])("the provider's refusal is told, and what was typed stays: %s", async (code, message) => {
  provider.failure = { code };
  const { user, at } = await renderAt("/register");
  await fill(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("nora@camp.example");
  expect(at().pathname).toBe("/register");
});

test.each([
  [503, "database_down", "The site is having a rest."],
  [403, "email_not_verified", "Please verify your e-mail address first."],
])("an account that is made but not finished is told, mail and all: %s", async (status, code, message) => {
  api.refuse("POST /users", status, code, message);
  const { user, at } = await renderAt("/register");
  await fill(user);
  expect(await popup(`Your account is made. Log in to finish it. ${message}`)).toBeVisible();
  expect(at().pathname).toBe("/login");
  expect(provider.verificationMails).toBe(1);
  expect(provider.current).toBeNull();
});

test("what was typed into a registration that broke off is there after logging in", async () => {
  api.refuse("POST /users", 503, "database_down", "The site is having a rest.");
  const { user, at } = await renderAt("/register");
  await fill(user);
  expect(await popup("Your account is made. Log in to finish it. The site is having a rest.")).toBeVisible();
  welcome({ role: "student", email: "nora@camp.example" });
  api.answer("GET /selectClass?email=nora%40camp.example", []);
  api.answer("GET /enrolledStudent/nora%40camp.example", []);
  api.answer("POST /users", { insertedId: null, message: "User already exists." });
  await screen.findByRole("heading", { name: "Log In" });
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
  await user.click(main().getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(at().pathname).toBe("/"));
  expect(api.asked("POST /users").at(-1)?.body).toMatchObject({ name: "Nora New", photo: PHOTO });
  expect(provider.current).toMatchObject({ name: "Nora New", photo: PHOTO });
});

test("a refusal after Google is told", async () => {
  api.answer("POST /users", { insertedId: null, message: "User already exists." });
  api.refuse("POST /jwt", 403, "account_disabled", "This account has been closed.");
  const { user, at } = await renderAt("/register");
  await user.click(screen.getByRole("button", { name: "Register with Google" }));
  expect(await screen.findByText("This account has been closed.")).toBeVisible();
  expect(at().pathname).toBe("/register");
});

test("it says what one agrees to", async () => {
  await renderAt("/register");
  expect(screen.getByText(/By registering you agree to the/)).toBeVisible();
  expect(screen.getByRole("link", { name: "terms" })).toHaveAttribute("href", "/terms");
});
