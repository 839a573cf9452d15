import { act, screen, waitFor, within } from "@testing-library/react";
import { calls } from "../../shared/paths";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import { identityOf, identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { aPictureFile } from "../../testing/fakes/fakeUpload";
import { admin, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const PHOTO = "https://photos.example/sam.webp";

test.each([student, instructor, admin])("shows the profile to every role: %s", async (testUser) => {
  await renderAt("/dashboard/profile", testUser);
  expect(await screen.findByRole("heading", { name: "My Profile" })).toBeVisible();
  expect(document.title).toBe("My Profile | Craft Camp");
  expect(screen.getByText(testUser.email)).toBeVisible();
  expect(screen.getByText("Verified")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue(testUser.name);
});

test("redirects a visitor to the login page", async () => {
  const { at } = await renderAt("/dashboard/profile");
  expect(await screen.findByRole("heading", { name: "Log In" })).toBeVisible();
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: "/dashboard/profile" } } });
});

test("saves name and photo on the server and at the identity provider, and shows them immediately", async () => {
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", student);
  const name = await screen.findByLabelText("Name");
  await user.clear(name);
  await user.type(name, "Samuel");
  await user.type(screen.getByLabelText("Photo URL"), PHOTO);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await findToast("Your profile has been saved.")).toBeVisible();
  expect(api.requests("PATCH /users/me")[0]?.body).toEqual({ name: "Samuel", photo: PHOTO });
  expect(identityProvider.current).toMatchObject({ name: "Samuel", photo: PHOTO });
  const link = screen.getByRole("link", { name: /Samuel\s*, my profile/ });
  expect(link.querySelector("img")).toHaveAttribute("src", PHOTO);
});

test("asks before the user leaves with typed text, unless it was saved", async () => {
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user, at } = await renderAt("/dashboard/profile", student);
  const unload = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await user.type(await screen.findByLabelText("Name"), "uel");
  expect(unload()).toBe(true);
  await user.click(screen.getByRole("link", { name: "My Children" }));
  const question = within(await screen.findByRole("dialog", { name: "Leave this page?" }));
  expect(question.getByText("What you typed isn't saved, and will be lost.")).toBeVisible();
  await user.click(question.getByRole("button", { name: "Stay here" }));
  expect(screen.getByLabelText("Name")).toHaveValue("Sam Studentuel");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await findToast("Your profile has been saved.");
  expect(unload()).toBe(false);
  await user.click(screen.getByRole("link", { name: "My Children" }));
  await waitFor(() => expect(at().pathname).toBe("/dashboard/my-children"));
});

test("requests the lists that show the profile again after it has changed", async () => {
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user, router } = await renderAt("/dashboard/profile", instructor);
  embedInPage({ [calls.instructors]: [], [calls.classes]: [] });
  api.respond("GET /classes", []);
  await user.type(await screen.findByLabelText("Name"), "s");
  const before = api.requests("GET /instructors").length; // the page itself shows the instructor's description
  await user.click(screen.getByRole("button", { name: "Save" }));
  await findToast("Your profile has been saved.");
  await act(() => router.navigate("/all-instructors"));
  await waitFor(() => expect(api.requests("GET /instructors").length).toBeGreaterThan(before));
  await act(() => router.navigate("/all-classes"));
  await waitFor(() => expect(api.requests("GET /classes")).toHaveLength(1));
});

test("sends only the changed values", async () => {
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Name"), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await findToast("Your profile has been saved.")).toBeVisible();
  expect(api.requests("PATCH /users/me")[0]?.body).toEqual({ name: "Sam Students" });
  expect(identityProvider.current).toMatchObject({ name: "Sam Students", photo: "" });
});

test("uploads a photo and saves its URL", async () => {
  const url = "/media/photos/7/0123456789.webp";
  api.respond("POST /users/me/photo", { success: true, data: { display_url: url } });
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", student);
  await user.upload(await screen.findByLabelText("Upload a photo"), aPictureFile());
  await waitFor(() => expect(screen.getByLabelText("Photo URL")).toHaveValue(url));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await findToast("Your profile has been saved.")).toBeVisible();
  expect(api.requests("PATCH /users/me")[0]?.body).toEqual({ photo: url });
});

test("keeps the former photo if the upload is rejected", async () => {
  api.fail("POST /users/me/photo", 415, "not_a_picture", "We can't use this file.");
  const { user } = await renderAt("/dashboard/profile", student);
  await user.upload(await screen.findByLabelText("Upload a photo"), aPictureFile());
  expect(await screen.findByText(/We can't use this file/)).toBeVisible();
  expect(screen.getByLabelText("Photo URL")).toHaveValue("");
});

test("rejects an invalid photo URL before it sends a request", async () => {
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Photo URL"), "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/must start with https/)).toBeVisible();
  expect(api.requests("PATCH /users/me")).toEqual([]);
});

test("shows a server error and keeps the input", async () => {
  api.fail("PATCH /users/me", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/dashboard/profile", student);
  await user.type(await screen.findByLabelText("Name"), "uel");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The site is having a rest.")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Sam Studentuel");
});

test("resends the verification e-mail", async () => {
  const { user } = await renderAt("/dashboard/profile", { ...student, emailVerified: false });
  expect(await screen.findByText("Not verified yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send the verification email again" }));
  expect(await screen.findByText(/The email is on its way/)).toBeVisible();
  expect(identityProvider.verificationEmails).toBe(1);
});

test("detects a newly verified address and exchanges a new token", async () => {
  const { user } = await renderAt("/dashboard/profile", { ...student, emailVerified: false });
  await user.click(await screen.findByRole("button", { name: "I've opened the link" }));
  expect(await screen.findByText(/isn't verified yet/)).toBeVisible();
  const exchanges = api.requests("POST /jwt").length;
  identityProvider.current = identityOf(student.email, student.name);
  await user.click(screen.getByRole("button", { name: "I've opened the link" }));
  expect(await screen.findByText("Verified")).toBeVisible();
  expect(api.requests("POST /jwt")).toHaveLength(exchanges + 1);
  expect(screen.queryByRole("button", { name: "Send the verification email again" })).toBeNull();
});
