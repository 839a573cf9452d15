import { screen } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { identityOf, provider } from "../testing/fakeProvider";
import { admin, instructor, renderAt, student } from "../testing/renderAt";

const PHOTO = "https://photos.example/sam.webp";
const popup = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

test.each([student, instructor, admin])("everybody has a profile: %s", async (visitor) => {
  await renderAt("/dashboard/profile", visitor);
  expect(await screen.findByRole("heading", { name: "My Profile" })).toBeVisible();
  expect(document.title).toBe("My Profile | Craft Camp");
  expect(screen.getByText(visitor.email)).toBeVisible();
  expect(screen.getByText("Verified")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue(visitor.name);
});

test("nobody has none", async () => {
  const { at } = await renderAt("/dashboard/profile");
  expect(await screen.findByRole("heading", { name: "Log In" })).toBeVisible();
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: "/dashboard/profile" } } });
});

test("name and photo are changed here and at the provider, and seen at once", async () => {
  api.answer("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", student);
  const name = await screen.findByLabelText("Name");
  await user.clear(name);
  await user.type(name, "Samuel");
  await user.type(screen.getByLabelText("Photo URL"), PHOTO);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await popup("Your profile is saved.")).toBeVisible();
  expect(api.asked("PATCH /users/me")[0]?.body).toEqual({ name: "Samuel", photo: PHOTO });
  expect(provider.current).toMatchObject({ name: "Samuel", photo: PHOTO });
  const link = screen.getByRole("link", { name: /Samuel\s*, my profile/ });
  expect(link.querySelector("img")).toHaveAttribute("src", PHOTO);
});

test("what is not changed is not sent", async () => {
  api.answer("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Name"), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await popup("Your profile is saved.")).toBeVisible();
  expect(api.asked("PATCH /users/me")[0]?.body).toEqual({ name: "Sam Students" });
  expect(provider.current).toMatchObject({ name: "Sam Students", photo: "" });
});

test("an address that is no picture's is told before anything is sent", async () => {
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Photo URL"), "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/begins with https/)).toBeVisible();
  expect(api.asked("PATCH /users/me")).toEqual([]);
});

test("a refusal is told, and what was typed stays", async () => {
  api.refuse("PATCH /users/me", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Name"), "uel");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The site is having a rest.")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Sam Studentuel");
});

test("who has not verified the address can have the mail sent again", async () => {
  const { user } = await renderAt("/dashboard/profile", { ...student, emailVerified: false });
  expect(await screen.findByText("Not verified yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send the verification mail again" }));
  expect(await screen.findByText(/The mail is on its way/)).toBeVisible();
  expect(provider.verificationMails).toBe(1);
});

test("an address that is proved by now counts at once, here and on the server", async () => {
  const { user } = await renderAt("/dashboard/profile", { ...student, emailVerified: false });
  await user.click(await screen.findByRole("button", { name: "I have opened the link" }));
  expect(await screen.findByText(/is not verified yet/)).toBeVisible();
  const exchanges = api.asked("POST /jwt").length;
  provider.current = identityOf(student.email, student.name);
  await user.click(screen.getByRole("button", { name: "I have opened the link" }));
  expect(await screen.findByText("Verified")).toBeVisible();
  expect(api.asked("POST /jwt")).toHaveLength(exchanges + 1);
  expect(screen.queryByRole("button", { name: "Send the verification mail again" })).toBeNull();
});
