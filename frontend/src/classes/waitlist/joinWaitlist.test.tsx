import { act, screen, waitFor, within } from "@testing-library/react";
import {
  aChild,
  aClass,
  aClassPage,
  anEnrolledClass,
  anOffer,
  aSelection,
  aWaitlistEntry,
  inMinutes,
} from "../../testing/builders";
import { ENROLLED, SELECTED, WAITLIST } from "../../testing/checkoutPages";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { identityProvider } from "../../testing/fakes/fakeIdentityProvider";
import { findFamilySheet } from "../../testing/familySheet";
import { acceptLogin, admin, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const clay = aClass({ nameClass: "Clay Animals", seats: 0, waiting: 4 });
const mia = aChild({ _id: "3", name: "Mia" });
const miaIn = { classId: clay._id, childId: "3", childName: "Mia" };
const JOIN = "Join the waitlist (4 waiting) for Clay Animals";

const card = () => within(screen.getByRole("article", { name: "Clay Animals" }));
const joinButton = () => card().getByRole("button", { name: JOIN });
const findJoinButton = async () => {
  await waitFor(() => expect(joinButton()).toBeEnabled());
  return joinButton();
};
const joinRequests = () => api.requests("POST /waitlist").map(({ body }) => body);

beforeEach(() => {
  api.respond("GET /classes", [clay]);
  api.respond("POST /waitlist", { insertedId: "31", position: 5, clashes: [] }, 201);
});

test("puts a student on the waitlist of a sold-out class", async () => {
  const { user } = await renderAt("/all-classes", student);
  const button = await findJoinButton();
  expect(card().getByRole("button", { name: "Select Clay Animals" })).toBeDisabled();
  api.respond(WAITLIST, [aWaitlistEntry({ classId: clay._id, position: 5, of: 5 })]);
  api.respond("GET /classes", [{ ...clay, waiting: 5 }]);
  await user.click(button);
  expect(await findToast("You're number 5 on the waitlist for Clay Animals")).toBeVisible();
  expect(joinRequests()).toEqual([{ classId: clay._id, childId: null }]);
  expect(card().getByText(/You're number 5 on the waitlist\./)).toBeVisible();
  expect(card().getByRole("link", { name: "See your place" })).toHaveAttribute(
    "href",
    "/dashboard/my-selected-classes",
  );
  expect(card().queryByRole("button", { name: /^Join/ })).toBeNull();
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus();
});

test("does not move the focus if the user moved it during the refresh of the lists", async () => {
  const { user } = await renderAt("/all-classes", student);
  const button = await findJoinButton();
  const classes = deferred<{ body: (typeof clay)[] }>();
  api.respond(WAITLIST, [aWaitlistEntry({ classId: clay._id, position: 5, of: 5 })]);
  api.handle("GET /classes", () => classes.promise);
  await user.click(button);
  const link = await screen.findByRole("link", { name: "See your place" });
  act(() => link.focus());
  await act(async () => classes.resolve({ body: [clay, aClass({ nameClass: "Loom" })] }));
  expect(await screen.findByRole("article", { name: "Loom" })).toBeVisible();
  expect(link).toHaveFocus();
});

test("shows the waitlist on the page of a class, without a number while nobody waits", async () => {
  const campClass = aClassPage({ nameClass: "Clay Animals", seats: 0 });
  api.respond(`GET /classes/${campClass._id}`, campClass);
  const { user } = await renderAt(`/all-classes/${campClass._id}`, student);
  const name = "Join the waitlist for Clay Animals";
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  api.respond(WAITLIST, [aWaitlistEntry({ classId: campClass._id, position: 1, of: 1 })]);
  await user.click(screen.getByRole("button", { name }));
  expect(await screen.findByText(/^You're number 1 on the waitlist\./)).toBeVisible();
  expect(screen.getByText("Sold out")).toBeVisible();
});

test("has no waitlist for a class with open seats or for one that has begun or starts soon", async () => {
  api.respond("GET /classes", [
    aClass({ nameClass: "Loom", seats: 2, offered: 1, waiting: 3 }),
    { ...clay, startsAt: inMinutes(-5) },
    aClass({ seats: 0, startsAt: inMinutes(179) }),
  ]);
  await renderAt("/all-classes", student);
  expect(await screen.findByRole("article", { name: "Loom" })).toHaveTextContent("Available seats: 1");
  expect(screen.queryByRole("button", { name: /^Join/ })).toBeNull();
});

test("has a waitlist until three hours before the first lesson", async () => {
  api.respond("GET /classes", [{ ...clay, startsAt: inMinutes(181) }]);
  await renderAt("/all-classes", student);
  expect(await findJoinButton()).toBeVisible();
});

test("shows the position of a student who waits for a class that starts soon", async () => {
  api.respond("GET /classes", [{ ...clay, startsAt: inMinutes(60) }]);
  api.respond(WAITLIST, [aWaitlistEntry({ classId: clay._id })]);
  await renderAt("/all-classes", student);
  expect(await screen.findByText(/You're number 3 on the waitlist\./)).toBeVisible();
});

test.each([
  ["too_many_entries", "Please leave one of them first."],
  ["offer_not_taken", "You can join this waitlist again in 6 days."],
  ["not_sold_out", "Please try again in 9 minutes: a seat may be open then."],
  ["verified_email_needed", "Please verify yours on your profile first."],
])("shows why the server refuses an entry: %s", async (code, message) => {
  api.fail("POST /waitlist", 409, code, message);
  const { user } = await renderAt("/all-classes", student);
  await user.click(await findJoinButton());
  expect(await findToast(`Clay Animals: ${message}`)).toBeVisible();
  expect(joinButton()).toBeEnabled();
});

test("asks for a verified address before the place, not after", async () => {
  const { user } = await renderAt("/all-classes", { ...student, emailVerified: false });
  await user.click(await findJoinButton());
  const dialog = await findFamilySheet();
  const note = within(dialog.getByRole("region", { name: "Your email address" }));
  expect(note.getByText(/^So please open the link/)).toHaveTextContent(student.email);
  expect(joinRequests()).toEqual([]);
  if (identityProvider.current)
    identityProvider.current = { ...identityProvider.current, emailVerified: true };
  await user.click(note.getByRole("button", { name: "I've opened the link" }));
  await waitFor(() => expect(dialog.queryByRole("region", { name: "Your email address" })).toBeNull());
  await user.click(dialog.getByRole("checkbox", { name: "Myself" }));
  await user.click(dialog.getByRole("button", { name: "Join the waitlist for me" }));
  expect(await findToast("You're number 5 on the waitlist for Clay Animals")).toBeVisible();
});

test.each([
  [1, 1],
  [1, 3],
])("shows a class as sold out if %s seats are unsold and %s offered", async (seats, offered) => {
  api.respond("GET /classes", [{ ...clay, seats, offered }]);
  await renderAt("/all-classes", student);
  await findJoinButton();
  expect(card().getByText("Sold out")).toBeVisible();
  expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveTextContent("Available seats: 0");
  expect(card().getByRole("button", { name: "Select Clay Animals" })).toBeDisabled();
});

describe("for a student with children", () => {
  beforeEach(() => api.respond("GET /children", [mia, aChild({ _id: "4", name: "Tom" })]));

  async function openDialog() {
    const view = await renderAt("/all-classes", student);
    await view.user.click(await findJoinButton());
    return { ...view, dialog: await findFamilySheet() };
  }

  test("asks who waits", async () => {
    const { user, dialog } = await openDialog();
    expect(dialog.getByText(/we'll email you and hold it for you/)).toBeVisible();
    api.respond(WAITLIST, [aWaitlistEntry({ ...miaIn, position: 5 })]);
    await user.click(dialog.getByRole("checkbox", { name: /^Mia/ }));
    await user.click(dialog.getByRole("button", { name: "Join the waitlist for Mia" }));
    expect(await findToast("Mia is number 5 on the waitlist for Clay Animals")).toBeVisible();
    expect(joinRequests()).toEqual([{ classId: clay._id, childId: "3" }]);
    expect(card().getByText(/Mia is number 5 on the waitlist\./)).toBeVisible();
    expect(card().getByRole("link", { name: "See Mia's place" })).toBeVisible();
    await waitFor(() => expect(joinButton()).toHaveFocus());
  });

  test("lets those wait who have selected the class, but not those who wait, or have a seat or an offer", async () => {
    const myself = { classId: clay._id, childId: null };
    api.respond(SELECTED, [
      anOffer(5, { ...miaIn, _id: "31" }),
      aSelection({ classId: clay._id, childId: "4", childName: "Tom" }),
    ]);
    api.respond(ENROLLED, [anEnrolledClass(myself)]);
    api.respond("GET /children", [mia, aChild({ _id: "4", name: "Tom" }), aChild({ _id: "5", name: "Ana" })]);
    api.respond(WAITLIST, [aWaitlistEntry({ classId: clay._id, childId: "5", childName: "Ana" })]);
    const { dialog } = await openDialog();
    expect(card().getByText(/^A seat is offered to Mia until/)).toBeVisible();
    expect(card().getByRole("link", { name: "Pay now for Mia" })).toHaveAttribute(
      "href",
      "/dashboard/payment/31",
    );
    for (const name of [
      /^Mia.* already offered a seat/,
      /^Ana.* already on the waitlist/,
      "Myself already enrolled",
    ])
      expect(dialog.getByRole("checkbox", { name })).toBeDisabled();
    expect(dialog.getByRole("checkbox", { name: /^Tom/ })).toBeChecked();
  });

  test.each([
    ["age_not_in_range", "This class is for children aged 8 to 14.", null],
    ["birth_date_needed", "This class has an age limit.", "Go to My Children"],
    ["verified_email_needed", "Please verify yours first.", "Go to My Profile"],
  ])("keeps the dialog open and shows why the server refuses: %s", async (code, message, link) => {
    api.fail("POST /waitlist", 409, code, message);
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("checkbox", { name: /^Mia/ }));
    await user.click(dialog.getByRole("button", { name: "Join the waitlist for Mia" }));
    expect(await dialog.findByText(/^We couldn't put Mia on the waitlist\./)).toHaveTextContent(message);
    expect(dialog.queryByRole("link", { name: /^Go to/ })?.textContent ?? null).toBe(link);
  });
});

test("refreshes the list if a seat is open again, so that the class can be selected", async () => {
  api.fail("POST /waitlist", 409, "seats_free", "You can book a seat right now.");
  const { user } = await renderAt("/all-classes", student);
  const button = await findJoinButton();
  api.respond("GET /classes", [{ ...clay, seats: 1, waiting: 0 }]);
  await user.click(button);
  expect(await findToast("Clay Animals: You can book a seat right now.")).toBeVisible();
  await waitFor(() => expect(card().getByRole("button", { name: "Select Clay Animals" })).toBeEnabled());
  expect(card().queryByRole("button", { name: /^Join/ })).toBeNull();
});

test("shows the position of a student who waits already in another window", async () => {
  api.fail("POST /waitlist", 409, "already_waiting", "You're already on the waitlist for this class.");
  const { user } = await renderAt("/all-classes", student);
  const button = await findJoinButton();
  api.respond(WAITLIST, [aWaitlistEntry({ classId: clay._id })]);
  await user.click(button);
  expect(await findToast(/^Clay Animals: You're already on the waitlist/)).toBeVisible();
  expect(await card().findByText(/You're number 3 on the waitlist\./)).toBeVisible();
});

test.each([
  ["Admins", admin],
  ["Instructors", instructor],
])("%s can join no waitlist", async (name, user) => {
  await renderAt("/all-classes", user);
  await screen.findByText(/^You're logged in as/);
  expect(joinButton()).toBeDisabled();
  expect(joinButton()).toHaveAccessibleDescription(`${name} can't select classes.`);
});

const logIn = async (user: Awaited<ReturnType<typeof renderAt>>["user"], email: string) => {
  await user.click(await screen.findByLabelText("Email"));
  await user.paste(email);
  await user.click(screen.getByLabelText("Password"));
  await user.paste("Camp-2003!");
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
};

test("asks a visitor to log in, returns to the list, and joins the waitlist", async () => {
  const { user, at } = await renderAt("/all-classes");
  await user.click(await findJoinButton());
  const dialog = within(await screen.findByRole("dialog", { name: "Please log in to join the waitlist" }));
  await user.click(dialog.getByRole("link", { name: "Login Now!" }));
  expect(await screen.findByText(/^We'll put you on the waitlist for/)).toHaveTextContent("Clay Animals");
  acceptLogin(student);
  await logIn(user, student.email);
  expect(await findToast("You're number 5 on the waitlist for Clay Animals")).toBeVisible();
  expect(at().pathname).toBe("/all-classes");
  expect(joinRequests()).toHaveLength(1);
  expect(api.requests("POST /selectClass")).toEqual([]);
});

test("explains to an instructor after the login why they don't wait", async () => {
  const state = { classId: clay._id, nameClass: clay.nameClass, action: "joinWaitlist" };
  const { user } = await renderAt({
    pathname: "/login",
    state: { from: { pathname: "/all-classes", state } },
  });
  acceptLogin(instructor);
  await logIn(user, instructor.email);
  expect(await findToast(/Only students can join waitlists\.$/)).toBeVisible();
});
