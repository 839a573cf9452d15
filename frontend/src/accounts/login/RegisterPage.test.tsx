import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { TOKEN_KEY } from "../../shared/storage";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider, idTokenOf } from "../../testing/fakes/fakeIdentityProvider";
import { acceptLogin, findToast, renderAt } from "../../testing/renderAt";

type User = Awaited<ReturnType<typeof renderAt>>["user"];

const FROM = { pathname: "/all-classes", search: "?q=clay", state: { chosen: "7" } };
const PHOTO = "https://photos.example/nora.webp";
const main = () => within(screen.getByRole("main"));

async function fill(user: User, overrides: Record<string, string> = {}) {
  const values = {
    Name: "Nora New",
    "Photo URL": PHOTO,
    Email: "nora@camp.example",
    Password: "Camp-2003!",
    "Confirm Password": "Camp-2003!",
    ...overrides,
  };
  for (const [label, text] of Object.entries(values)) {
    // Fills the input as a browser or a password manager does.
    if (text) fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
  await user.click(main().getByRole("button", { name: "Register" }));
}

test("creates the account, sends the verification e-mail and navigates to the login page", async () => {
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user, at } = await renderAt({ pathname: "/register", state: { from: FROM } });
  expect(document.title).toBe("Register | Craft Camp");
  await fill(user);
  expect(
    await findToast("You have been successfully registered. Please Log In Now to go to your profile"),
  ).toBeVisible();
  expect(at()).toMatchObject({ pathname: "/login", state: { from: FROM } });
  expect(await screen.findByText(/We've sent an email to nora@camp.example/)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("nora@camp.example");
  expect(api.requests("POST /users")[0]).toMatchObject({
    bearer: idTokenOf("nora@camp.example"),
    body: { name: "Nora New", photo: PHOTO, email: "nora@camp.example" },
  });
  expect(identityProvider.verificationEmails).toBe(1);
  expect(identityProvider.current).toBeNull();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test("preselects a drawn picture", async () => {
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user } = await renderAt("/register");
  expect(screen.getByRole("radio", { name: "fox" })).toBeChecked();
  await fill(user, { "Photo URL": "" });
  await waitFor(() => expect(api.requests("POST /users")).toHaveLength(1));
  expect(api.requests("POST /users")[0]?.body).toMatchObject({
    photo: `${config.siteUrl}/static/pictures/avatars/fox.svg`,
  });
});

test("folds the address of the picture away until it is wanted", async () => {
  const { user } = await renderAt("/register");
  const field = screen.getByLabelText("Photo URL");
  expect(field.closest(".visually-hidden")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Use a link to a picture instead" }));
  expect(field).toHaveFocus();
  expect(field.closest(".visually-hidden")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Use a link/ })).toBeNull();
});

test("unfolds the address of the picture if it is wrong", async () => {
  const { user } = await renderAt("/register");
  await fill(user, { "Photo URL": " " });
  expect(await screen.findByText("Photo URL is required.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Use a link/ })).toBeNull();
});

test("fills the photo URL with one of twelve avatars", async () => {
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user } = await renderAt("/register");
  const avatars = within(screen.getByRole("group", { name: /^Pick a picture/ }));
  expect(avatars.getAllByRole("radio")).toHaveLength(12);
  await user.click(avatars.getByRole("radio", { name: "owl" }));
  const url = `${config.siteUrl}/static/pictures/avatars/owl.svg`;
  expect(screen.getByLabelText("Photo URL")).toHaveValue(url);
  await fill(user, { "Photo URL": "" });
  await waitFor(() => expect(api.requests("POST /users")).toHaveLength(1));
  expect(api.requests("POST /users")[0]?.body).toMatchObject({ photo: url });
});

test("marks the required fields", async () => {
  await renderAt("/register");
  expect(screen.getByText("Fields marked with * are required.")).toBeVisible();
  for (const label of ["Photo URL", "Email", "Password", "Confirm Password"]) {
    expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByText(label, { selector: "label" })).toHaveClass("required");
  }
  expect(screen.getByLabelText("Name")).not.toBeRequired();
  expect(screen.getByText("Name", { selector: "label" })).not.toHaveClass("required");
});

test("accepts an empty name", async () => {
  api.respond("POST /users", { insertedId: "7" }, 201);
  const { user } = await renderAt("/register");
  await fill(user, { Name: "" });
  await waitFor(() => expect(api.requests("POST /users")).toHaveLength(1));
  expect(api.requests("POST /users")[0]?.body).toMatchObject({ name: "" });
});

test.each([
  [{ Name: "Click evil.com" }, "Name", /leave out web addresses/],
  [{ "Photo URL": " " }, "Photo URL", "Photo URL is required."],
  [{ "Photo URL": "http://photos.example/a" }, "Photo URL", /must start with https/],
  [{ Email: "" }, "Email", "Email is required."],
  [{ Email: "nora" }, "Email", "Please enter a valid email address."],
  [{ Password: "", "Confirm Password": "" }, "Password", "Password is required."],
  [{ Password: "Ab-1", "Confirm Password": "Ab-1" }, "Password", /must not less than 6/],
  [{ "Confirm Password": "Camp-2004!" }, "Confirm Password", "The Password Doesn't Match"],
])("focuses the invalid field and sends nothing: %p", async (overrides, label, message) => {
  const { user } = await renderAt("/register");
  await fill(user, overrides);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  const id = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id.split(" ").at(-1) ?? "")).toHaveTextContent(message);
  expect(identityProvider.current).toBeNull();
  expect(api.allRequests).toEqual([]);
});

test("marks the met password rules while the user types", async () => {
  const { user } = await renderAt("/register");
  const met = () => screen.getAllByText("(met)").length;
  expect(screen.queryByText("(met)")).toBeNull();
  await user.type(screen.getByLabelText("Password"), "camp");
  expect(met()).toBe(1);
  await user.keyboard("2003");
  expect(met()).toBe(3);
  await user.keyboard("A+");
  expect(met()).toBe(5);
  expect(screen.getByText("5 of 5 password rules met.")).toBeInTheDocument();
});

test("rejects pasting into the confirmation, and shows each password separately", async () => {
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
  ["auth/email-already-in-use", /There's already an account with this email/],
  ["auth/weak-password", /too easy to guess/],
  ["auth/network-request-failed", /couldn't reach the login service/],
])("shows an error of the identity provider and keeps the input: %s", async (code, message) => {
  identityProvider.failure = { code };
  const { user, at } = await renderAt("/register");
  await fill(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("nora@camp.example");
  expect(at().pathname).toBe("/register");
});

test.each([
  [503, "database_down", "The site is having a rest."],
  [403, "email_not_verified", "Please verify your email address first."],
] as const)(
  "reports an unfinished registration after the account was created: %s",
  async (status, code, message) => {
    api.fail("POST /users", status, code, message);
    const { user, at } = await renderAt("/register");
    await fill(user);
    expect(
      await findToast(`Your account has been created. Log in to finish setting it up. ${message}`),
    ).toBeVisible();
    expect(at().pathname).toBe("/login");
    expect(identityProvider.verificationEmails).toBe(1);
    expect(identityProvider.current).toBeNull();
  },
);

test("saves name and photo of an unfinished registration after the login", async () => {
  api.fail("POST /users", 503, "database_down", "The site is having a rest.");
  const { user, at } = await renderAt("/register");
  await fill(user);
  expect(
    await findToast(
      "Your account has been created. Log in to finish setting it up. The site is having a rest.",
    ),
  ).toBeVisible();
  acceptLogin({ role: "student", email: "nora@camp.example" });
  api.respond("GET /selectClass?email=nora%40camp.example", []);
  api.respond("GET /enrolledStudent/nora%40camp.example", []);
  api.respond("POST /users", { insertedId: null, message: "User already exists." });
  await screen.findByRole("heading", { name: "Log In" });
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
  await user.click(main().getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(at().pathname).toBe("/"));
  expect(api.requests("POST /users").at(-1)?.body).toMatchObject({ name: "Nora New", photo: PHOTO });
  expect(identityProvider.current).toMatchObject({ name: "Nora New", photo: PHOTO });
});

test("shows a server error after the login with Google", async () => {
  api.respond("POST /users", { insertedId: null, message: "User already exists." });
  api.fail("POST /jwt", 403, "account_disabled", "This account has been closed.");
  const { user, at } = await renderAt("/register");
  await user.click(screen.getByRole("button", { name: "Register with Google" }));
  expect(await screen.findByText("This account has been closed.")).toBeVisible();
  expect(at().pathname).toBe("/register");
});

test("links to the terms", async () => {
  await renderAt("/register");
  expect(screen.getByText(/By registering you agree to the/)).toBeVisible();
  expect(screen.getByRole("link", { name: "terms (opens in a new tab)" })).toHaveAttribute("href", "/terms");
});
