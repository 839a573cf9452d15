import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { aContact, openPaperwork, respondWithPaperwork } from "../../testing/paperwork";
import { findToast } from "../../testing/renderAt";

type User = Awaited<ReturnType<typeof openPaperwork>>["user"];

async function openDialog(user: User, button: string, title: string) {
  await user.click(screen.getByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: title }));
}

test("adds a person, for all children at first", async () => {
  api.respond("POST /contacts", { insertedId: "5" }, 201);
  const { user } = await openPaperwork({ contacts: [], missing: ["contact", "pickup"] });
  const dialog = await openDialog(user, "Add a person", "Add a person");
  await user.type(dialog.getByLabelText("Name"), "Rosa");
  await user.type(dialog.getByLabelText("Phone"), "(555) 010-7001");
  expect(dialog.getByRole("checkbox", { name: /^Call in an emergency/ })).toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "May pick up" }));
  expect(within(dialog.getByRole("group", { name: "For" })).getByLabelText("Tom")).toBeChecked();
  respondWithPaperwork({ contacts: [aContact({ mayPickUp: true, childIds: ["3", "4"] })] });
  await user.click(dialog.getByRole("button", { name: "Add person" }));
  expect(await screen.findByText(/^That's all we need/)).toBeVisible();
  expect(api.requests("POST /contacts")[0]?.body).toEqual({
    name: "Rosa",
    relation: "",
    phone: "(555) 010-7001",
    emergency: true,
    mayPickUp: true,
    barred: false,
    childIds: ["3", "4"],
  });
});

test("shows what is wrong at the fields", async () => {
  const { user } = await openPaperwork({});
  const dialog = await openDialog(user, "Add a person", "Add a person");
  await user.click(dialog.getByLabelText("Mia"));
  await user.click(dialog.getByLabelText("Tom"));
  await user.click(dialog.getByRole("button", { name: "Add person" }));
  expect(await dialog.findByText("Please enter a name.")).toBeVisible();
  expect(dialog.getByText("Please check at least one of these.")).toBeVisible();
  expect(dialog.getByText("Please choose at least one child.")).toBeVisible();
  await user.click(dialog.getByRole("checkbox", { name: /^Call in an emergency/ }));
  await user.click(dialog.getByRole("checkbox", { name: "Must not pick up" }));
  expect(await dialog.findByText("We need a phone number to call in an emergency.")).toBeVisible();
  expect(
    dialog.getByText("Somebody who must not pick up a child can't be on the other two lists."),
  ).toBeVisible();
  expect(api.requests("POST /contacts")).toEqual([]);
});

test("changes a person", async () => {
  api.respond("PUT /contacts/5", { modifiedCount: 1 });
  const { user } = await openPaperwork({});
  const dialog = await openDialog(user, "Edit Rosa", "Change Rosa's details");
  expect(dialog.getByRole("checkbox", { name: "Tom" })).not.toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "Tom" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requests("PUT /contacts/5")[0]?.body).toMatchObject({ name: "Rosa", childIds: ["3", "4"] });
});

test.each([
  ["too_many_contacts", "You can add at most 30 contacts."],
  ["last_contact", "This is the last emergency contact of a child who has a seat in a class."],
])("shows the refusal %s and keeps what was typed", async (code, message) => {
  api.fail("POST /contacts", 409, code, message);
  const { user } = await openPaperwork({});
  const dialog = await openDialog(user, "Add a person", "Add a person");
  await user.type(dialog.getByLabelText("Name"), "Ben");
  await user.click(dialog.getByRole("checkbox", { name: "May pick up" }));
  await user.click(dialog.getByRole("button", { name: "Add person" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Ben");
});

test("removes a person after a confirmation, and not the last one for emergencies", async () => {
  const message = "This is the last emergency contact of a child who has a seat in a class.";
  api.fail("DELETE /contacts/5", 409, "last_contact", message);
  const { user } = await openPaperwork({});
  const dialog = await openDialog(user, "Remove Rosa", "Remove Rosa?");
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await dialog.findByText(message)).toBeVisible();
  api.respond("DELETE /contacts/5", { deletedCount: 1 });
  api.respond("GET /contacts", []);
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await findToast("Rosa has been removed.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Edit Rosa" })).toBeNull());
});

test("uses the people of the other child by one press", async () => {
  const rosa = aContact({ childIds: ["4"] });
  const jonas = aContact({ _id: "6", name: "Jonas", emergency: false, mayPickUp: true, childIds: ["4"] });
  api.respond("PUT /contacts/5", { modifiedCount: 1 });
  api.respond("PUT /contacts/6", { modifiedCount: 1 });
  const { user } = await openPaperwork({ contacts: [jonas, rosa], missing: ["contact", "pickup"] });
  expect(screen.getByText("For your other children, you've named Jonas, Rosa.")).toBeVisible();
  const both = [rosa, jonas].map((each) => ({ ...each, childIds: ["4", "3"] }));
  api.handle("PUT /contacts/5", () => {
    respondWithPaperwork({ contacts: both });
    return { body: { modifiedCount: 1 } };
  });
  await user.click(screen.getByRole("button", { name: "Use the same people for Mia" }));
  expect(await screen.findByText(/^That's all we need for Mia/)).toBeVisible();
  expect(api.requests("PUT /contacts/6")[0]?.body).toMatchObject({ mayPickUp: true, childIds: ["4", "3"] });
  expect(api.requests("PUT /contacts/5")[0]?.body).toMatchObject({ emergency: true, childIds: ["4", "3"] });
});
