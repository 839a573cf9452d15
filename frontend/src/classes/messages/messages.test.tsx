import { act, screen, waitFor, within } from "@testing-library/react";
import { aClassPage, anEnrolledClass, aReviewedClass } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, instructor, renderAt, student } from "../../testing/renderAt";
import { chooseInMenu, openSeason, respondWithSeasons } from "../../testing/seasonPages";
import type { Message, MessageDraft } from "./api";

const CALL = "POST /classes/7/messages";
const COUNT = "POST /classes/7/messages?dryRun=true";
const LIST = "GET /classes/7/messages";
const UNREACHED = [
  { userId: "12", name: "Cora Caller", phone: "" },
  { userId: "13", name: "Zita", phone: "555-0142" },
];
const MESSAGE: Message = {
  _id: "3",
  subject: "Please bring a towel",
  text: "We glaze on Tuesday.\nUntil then!",
  author: "Ida Instructor",
  to: "enrolled",
  recipients: 12,
  sentAt: "2027-07-04T15:00:00Z",
};

async function openMessages(url = "/dashboard/classes/7?tab=messages") {
  const view = await renderAt(url, instructor);
  await view.user.click(await screen.findByRole("button", { name: "Write a message" }));
  return { ...view, dialog: within(await screen.findByRole("dialog", { name: "Write to Clay" })) };
}

describe("an instructor", () => {
  beforeEach(() => {
    api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay" }));
    api.respond(LIST, []);
    api.handle(COUNT, ({ body }) => ({
      body: { recipients: (body as MessageDraft).to === "both" ? 1 : 12, unreached: UNREACHED },
    }));
  });

  test("writes to the families after seeing how many they are", async () => {
    const { user, dialog } = await openMessages();
    expect(screen.getByText("No messages yet")).toBeVisible();
    expect(await dialog.findByText("This goes to 12 families.")).toBeVisible();
    expect(dialog.getByText(/^Cora Caller/)).toBeVisible();
    expect(dialog.getByRole("link", { name: "555-0142" })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText("To"), "Both");
    expect(await dialog.findByText("This goes to 1 family.")).toBeVisible();
    await user.type(dialog.getByLabelText("Subject"), MESSAGE.subject);
    await user.type(dialog.getByLabelText("Message"), MESSAGE.text);
    api.respond(CALL, { insertedId: "3", recipients: 1 }, 201);
    api.respond(LIST, [MESSAGE]);
    await user.click(dialog.getByRole("button", { name: "Send" }));
    expect(await findToast("We're emailing your message to 1 family.")).toBeVisible();
    expect(await screen.findByRole("article", { name: MESSAGE.subject })).toHaveTextContent("Ida Instructor");
    const [{ body } = { body: null }] = api.requests(CALL);
    expect(body).toEqual({
      key: expect.any(String),
      to: "both",
      subject: MESSAGE.subject,
      text: MESSAGE.text,
    });
  });

  test("cannot send it twice by a second click", async () => {
    const { user, dialog } = await openMessages();
    await user.type(dialog.getByLabelText("Subject"), "Hello");
    await user.type(dialog.getByLabelText("Message"), "Hi");
    let finish = () => {};
    api.handle(CALL, () => new Promise((resolve) => (finish = () => resolve({ body: { recipients: 12 } }))));
    await user.dblClick(dialog.getByRole("button", { name: "Send" }));
    expect(api.requests(CALL)).toHaveLength(1);
    await act(async () => finish());
    expect(await findToast("We're emailing your message to 12 families.")).toBeVisible();
  });

  test("keeps the text and the key of a message whose response was lost", async () => {
    const { user, dialog, unmount } = await openMessages();
    await user.type(dialog.getByLabelText("Subject"), "Hello");
    await user.type(dialog.getByLabelText("Message"), "Hi");
    api.disconnect(CALL);
    await user.click(dialog.getByRole("button", { name: "Send" }));
    expect(await dialog.findByText(/^We couldn't reach Craft Camp/)).toBeVisible();
    unmount();
    const again = await openMessages();
    expect(again.dialog.getByLabelText("Message")).toHaveValue("Hi");
    api.respond(CALL, { insertedId: "3", recipients: 12 });
    await again.user.click(again.dialog.getByRole("button", { name: "Send" }));
    await findToast("We're emailing your message to 12 families.");
    const [first, second] = api.requests(CALL).map(({ body }) => body);
    expect(second).toEqual(first);
    await again.user.click(screen.getByRole("button", { name: "Write a message" }));
    expect(await screen.findByLabelText("Subject")).toHaveValue("");
  });

  test("sees why a message was refused", async () => {
    const { user, dialog } = await openMessages();
    await user.click(dialog.getByRole("button", { name: "Send" }));
    expect(await dialog.findByText("Please enter a subject.")).toBeVisible();
    await user.type(dialog.getByLabelText("Subject"), "Hello");
    await user.type(dialog.getByLabelText("Message"), "Hi");
    api.fail(CALL, 409, "too_many_messages", "You've sent 5 messages within 24 hours.");
    await user.click(dialog.getByRole("button", { name: "Send" }));
    expect(await dialog.findByText("You've sent 5 messages within 24 hours.")).toBeVisible();
  });
});

describe("a family", () => {
  beforeEach(() => {
    api.respond("GET /classes/7", aClassPage({ _id: "7", nameClass: "Clay" }));
    api.respond("GET /classes", []);
    api.respond(LIST, [MESSAGE]);
  });

  test("with a seat reads the messages on the page of the class", async () => {
    api.respond("GET /enrolledStudent/student%40camp.example", [anEnrolledClass({ classId: "7" })]);
    await renderAt("/all-classes/7", student);
    const message = await screen.findByRole("article", { name: MESSAGE.subject });
    expect(message).toHaveTextContent("We glaze on Tuesday.");
  });

  test("without a seat, and a visitor, request none", async () => {
    for (const user of [student, null]) {
      const { unmount } = await renderAt("/all-classes/7", user);
      await screen.findByRole("heading", { level: 1, name: "Clay" });
      await waitFor(() => expect(screen.queryByText("Messages")).toBeNull());
      unmount();
    }
    expect(api.requests(LIST)).toEqual([]);
  });
});

test("an admin writes to the families of a season", async () => {
  respondWithSeasons();
  api.respond("POST /seasons/1/messages?dryRun=true", { recipients: 40 });
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Write to families");
  const dialog = within(await screen.findByRole("dialog", { name: "Write to Summer 2027" }));
  expect(await dialog.findByText("This goes to 40 families.")).toBeVisible();
  await user.type(dialog.getByLabelText("Subject"), "Snow");
  await user.type(dialog.getByLabelText("Message"), "We stay closed.");
  api.respond("POST /seasons/1/messages", { insertedId: "3", recipients: 40 }, 201);
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await findToast("We're emailing your message to 40 families.")).toBeVisible();
});

test("shows the number of the families that are chosen, whichever number comes first", async () => {
  respondWithSeasons();
  const enrolled = deferred<{ recipients: number }>();
  api.handle("POST /seasons/1/messages?dryRun=true", async ({ body }) => {
    const recipients =
      (body as { to: string }).to === "enrolled" ? await enrolled.promise : { recipients: 2 };
    return { body: recipients };
  });
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Write to families");
  const dialog = within(await screen.findByRole("dialog", { name: "Write to Summer 2027" }));
  await user.selectOptions(dialog.getByLabelText("To"), "Families on the waitlist");
  expect(await dialog.findByText("This goes to 2 families.")).toBeVisible();
  await act(async () => enrolled.resolve({ recipients: 40 }));
  expect(dialog.getByRole("status")).toHaveTextContent("This goes to 2 families.");
});

test("says if no family has a class on the day, and keeps the message", async () => {
  respondWithSeasons();
  api.respond("POST /seasons/1/messages?dryRun=true", { recipients: 40 });
  api.respond("POST /days/2027-07-04/messages?dryRun=true", { recipients: 0 });
  const refusal = "No family would get this message by email.";
  api.fail("POST /days/2027-07-04/messages", 409, "no_recipients", refusal);
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Write to families");
  const dialog = within(await screen.findByRole("dialog", { name: "Write to Summer 2027" }));
  await user.selectOptions(dialog.getByLabelText("Classes"), "Everyone with a class on one day");
  await user.type(dialog.getByLabelText("Day"), "2027-07-04");
  await user.type(dialog.getByLabelText("Subject"), "Storm");
  await user.type(dialog.getByLabelText("Message"), "We stay closed.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await dialog.findByText(refusal)).toBeVisible();
  expect(dialog.getByLabelText("Subject")).toHaveValue("Storm");
});

test("an admin writes to everyone with a class on one day", async () => {
  respondWithSeasons();
  api.respond("POST /seasons/1/messages?dryRun=true", { recipients: 40 });
  api.respond("POST /days/2027-07-06/messages?dryRun=true", { recipients: 9 });
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Write to families");
  const dialog = within(await screen.findByRole("dialog", { name: "Write to Summer 2027" }));
  await user.selectOptions(dialog.getByLabelText("Classes"), "Everyone with a class on one day");
  expect(dialog.getByRole("status")).toBeEmptyDOMElement();
  await user.type(dialog.getByLabelText("Subject"), "Storm");
  await user.type(dialog.getByLabelText("Message"), "We stay closed.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await dialog.findByText("Please choose the day.")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Day/), "2027-07-06");
  expect(await dialog.findByText("This goes to 9 families.")).toBeVisible();
  api.respond("POST /days/2027-07-06/messages", { insertedId: "3", recipients: 9 }, 201);
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await findToast("We're emailing your message to 9 families.")).toBeVisible();
  const [{ body } = { body: null }] = api.requests("POST /days/2027-07-06/messages");
  expect(body).toEqual({
    key: expect.any(String),
    to: "enrolled",
    subject: "Storm",
    text: "We stay closed.",
  });
});
