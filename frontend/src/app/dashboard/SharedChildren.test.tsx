import { screen, within } from "@testing-library/react";
import { aClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aSharedChild } from "../../testing/guardians";
import { expectLink, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const email = encodeURIComponent(student.email);

beforeEach(() => {
  api.respond("GET /children", []);
  api.respond(`GET /selectClass?email=${email}`, []);
  api.respond(`GET /enrolledStudent/${email}`, []);
  api.respond(`GET /waitlist?email=${email}`, []);
  api.respond("GET /popularClasses", []);
  api.respond("GET /presence", []);
});

const part = () => screen.findByRole("region", { name: "Mia's classes" });

test("shows the classes of a shared child, without a price", async () => {
  const message = {
    _id: "1",
    subject: "Towels",
    text: "Bring one.",
    author: "Ida",
    to: "enrolled",
    recipients: 2,
  };
  api.respond("GET /sharedChildren", [
    aSharedChild({ messages: [{ ...message, to: "enrolled" as const, sentAt: "2027-01-05T12:00:00Z" }] }),
  ]);
  await renderAt("/dashboard", student);
  const shared = within(await part());
  expectLink("Clay", "/all-classes/7", shared);
  for (const text of [/Next lesson tomorrow/, /Barn/, /Bring: Apron/, /With Ida/, "Towels", "Bring one."])
    expect(shared.getByText(text)).toBeVisible();
  expect(shared.getByText("All lessons of Clay")).toBeVisible();
  expect(await part()).not.toHaveTextContent("$");
  expect(shared.queryByRole("link", { name: /Paperwork/ })).toBeNull();
});

test("shows them before the classes that a family without a booking could book", async () => {
  api.respond("GET /popularClasses", [aClass()]);
  api.respond("GET /sharedChildren", [aSharedChild()]);
  await renderAt("/dashboard", student);
  const shared = await screen.findByRole("heading", { name: "Mia's classes" });
  const popular = await screen.findByRole("heading", { name: "Popular right now" });
  expect(shared.compareDocumentPosition(popular)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("leads to the paperwork of a child, and says what is missing", async () => {
  api.respond("GET /sharedChildren", [aSharedChild({ care: true, seats: [], missing: ["sheet"] })]);
  await renderAt("/dashboard", student);
  const shared = within(await part());
  expect(shared.getByText("No classes are booked for Mia right now.")).toBeVisible();
  expectLink(/Paperwork for Mia: we still need the care sheet/, "/dashboard/my-children/3/paperwork", shared);
});

test("stops following a child", async () => {
  api.respond("GET /sharedChildren", [aSharedChild()]);
  api.respond("DELETE /children/3/guardians/8", { deletedCount: 1 });
  const { user } = await renderAt("/dashboard", student);
  await user.click(await screen.findByRole("button", { name: "Stop following Mia" }));
  const dialog = within(await screen.findByRole("dialog"));
  api.respond("GET /sharedChildren", []);
  await user.click(dialog.getByRole("button", { name: "Stop following" }));
  expect(await findToast("You don't follow Mia's classes anymore.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Mia's classes" })).toBeNull();
});

test("is there for an instructor too", async () => {
  api.respond(`GET /myClasses/${encodeURIComponent(instructor.email)}`, []);
  api.respond("GET /substitutions", []);
  api.respond("GET /sharedChildren", [aSharedChild()]);
  await renderAt("/dashboard", instructor);
  expect(await part()).toBeVisible();
});
