import { screen } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";

const PATH = "/guardianship/abc";
const INVITATION = {
  _id: "8",
  childId: "3",
  childName: "Mia",
  invitedBy: "Paula Parent",
  care: true,
  acceptedAt: null,
};

const openPage = () => renderAt(PATH, student);
const button = (name: string) => screen.findByRole("button", { name });

beforeEach(() => api.respond("GET /guardianships/abc", INVITATION));

test("leads a visitor to the login, and back", async () => {
  const { at } = await renderAt(PATH);
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: PATH } } });
});

test("says what the invitation is about, and accepts it", async () => {
  api.respond("POST /guardianships/abc", INVITATION);
  const { user, at } = await openPage();
  expect(await screen.findByText(/Paula Parent invites you to follow/)).toHaveTextContent("Mia's classes");
  expect(screen.getByText(/complete the paperwork/)).toBeVisible();
  await user.click(await button("Accept"));
  expect(await findToast("You'll hear when and where Mia has classes.")).toBeVisible();
  expect(at().pathname).toBe("/dashboard");
});

test("declines it", async () => {
  api.respond("GET /guardianships/abc", { ...INVITATION, invitedBy: "", care: false });
  api.respond("DELETE /children/3/guardians/8", { deletedCount: 1 });
  const { user, at } = await openPage();
  expect(await screen.findByText(/The school invites you to follow/)).toBeVisible();
  expect(screen.queryByText(/complete the paperwork/)).toBeNull();
  await user.click(await button("No, thank you"));
  expect(await findToast("You've declined the invitation.")).toBeVisible();
  expect(at().pathname).toBe("/");
});

test("says that it was accepted before", async () => {
  api.respond("GET /guardianships/abc", { ...INVITATION, acceptedAt: "2027-01-05T12:00:00Z" });
  await openPage();
  expect(await screen.findByText("You see Mia's classes already.")).toBeVisible();
});

test("asks for a verified address before it asks the server", async () => {
  await renderAt(PATH, { ...student, emailVerified: false });
  expect(await screen.findByText(/Please verify your email address first/)).toBeVisible();
  expect(api.requests("GET /guardianships/abc")).toEqual([]);
});

test("says why an invitation is not for the user", async () => {
  const message = "This invitation was sent to another email address.";
  api.fail("GET /guardianships/abc", 409, "email_mismatch", message);
  await openPage();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});
