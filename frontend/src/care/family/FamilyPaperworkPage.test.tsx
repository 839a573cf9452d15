import { screen, waitFor } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { aChildPaperwork, aContact, anAgreement, anAgreementText, aSheet } from "../../testing/paperwork";
import {
  admin,
  expectLink,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
} from "../../testing/renderAt";

const PAGE = "/dashboard/families/7/paperwork?child=3&part=";
const SHEET = "/care/3?userId=7";
const AGREEMENTS = "GET /agreements?childId=3&userId=7";

async function open(part: string, missing: string[] = []) {
  const children = [aChildPaperwork({ missing }), aChildPaperwork({ childId: "4", name: "Tom" })];
  api.respond("GET /care?userId=7", children);
  const view = await renderAt(PAGE + part, admin);
  await screen.findByRole("heading", { level: 1, name: "Paperwork for Mia" });
  return view;
}

test("shows the care sheet of a family's child, and saves it", async () => {
  api.respond(`GET ${SHEET}`, aSheet({ allergies: "Kiwis", confirmedAt: "2027-01-05T12:00:00Z" }));
  api.respond(`PUT ${SHEET}`, { modifiedCount: 1 });
  const { user } = await open("sheet");
  expectLink("Back to the family", "/dashboard/families/7");
  expect(await screen.findByText("Told on Jan 5, 2027.")).toBeVisible();
  expect(screen.getByText("Kiwis")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change the care sheet" }));
  await user.type(screen.getByLabelText("Diet"), "Vegan");
  await user.click(screen.getByRole("button", { name: "Save care sheet" }));
  expect(await screen.findByRole("button", { name: "Change the care sheet" })).toBeVisible();
  expect(api.requests(`PUT ${SHEET}`)[0]?.body).toMatchObject({ allergies: "Kiwis", diet: "Vegan" });
  expect(api.requests("GET /contacts?userId=7")).toEqual([]);
});

test("keeps the contacts of the family, for all of its children", async () => {
  api.respond("GET /contacts?userId=7", [aContact()]);
  api.respond("POST /contacts?userId=7", { insertedId: "6" }, 201);
  api.respond("DELETE /contacts/5?userId=7", { deletedCount: 1 });
  const { user } = await open("contacts");
  expect(await screen.findByText(/if we can't reach the family/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a person" }));
  await user.type(screen.getByLabelText("Name"), "Ben");
  await user.click(screen.getByRole("checkbox", { name: "May pick up" }));
  await user.click(screen.getByRole("button", { name: "Add person" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requests("POST /contacts?userId=7")[0]?.body).toMatchObject({
    name: "Ben",
    childIds: ["3", "4"],
  });
  await user.click(screen.getByRole("button", { name: "Remove Rosa" }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await findToast("Rosa has been removed.")).toBeVisible();
  expect(api.requests(`GET ${SHEET}`)).toEqual([]);
});

test("names the second guardian who has added a contact", async () => {
  const hugo = aContact({ _id: "6", name: "Hugo", addedBy: "Ben Carter" });
  api.respond("GET /contacts?userId=7", [aContact(), hugo]);
  await open("contacts");
  const row = async (name: string) =>
    (await screen.findByRole("button", { name: `Edit ${name}` })).closest("li");
  expect(await row("Hugo")).toHaveTextContent("Added by Ben Carter");
  expect(await row("Rosa")).not.toHaveTextContent("Added by");
});

test("records what is signed on paper", async () => {
  api.respond(AGREEMENTS, { toSign: [anAgreementText()], signed: [] });
  api.respond("POST /agreements?userId=7", { insertedId: "20" }, 201);
  const { user } = await open("agreements", ["agreements"]);
  await user.click(await screen.findByRole("checkbox", { name: "“Tools and heat” is signed" }));
  await user.type(screen.getByLabelText("Name on the paper"), "Sam Student");
  const seenOn = screen.getByLabelText("Seen on");
  await user.clear(seenOn);
  await user.type(seenOn, "2026-01-05");
  const paper = { onPaper: true, seenOn: "2026-01-05", recordedBy: "Ada" };
  api.respond(AGREEMENTS, { toSign: [], signed: [anAgreement(paper)] });
  await user.click(screen.getByRole("button", { name: "Record the paper" }));
  expect(await findToast("The paper has been recorded.")).toBeVisible();
  expect(api.requests("POST /agreements?userId=7")[0]?.body).toEqual({
    ...{ textId: "8", childIds: ["3"], accepted: true, typedName: "Sam Student" },
    ...{ onPaper: true, seenOn: "2026-01-05" },
  });
  expect(await screen.findByText(/signed on paper, seen by Ada on Jan 5, 2026/)).toBeVisible();
  expectLink("Tools and heat", "/dashboard/my-children/agreements/20?userId=7");
});

test("requires the name on the paper, and refuses a day in the future", async () => {
  api.respond(AGREEMENTS, { toSign: [anAgreementText()], signed: [] });
  const { user } = await open("agreements");
  await user.click(await screen.findByRole("button", { name: "Record the paper" }));
  expect(await screen.findByText("Please type the name on the paper.")).toBeVisible();
  await user.type(screen.getByLabelText("Name on the paper"), "Sam");
  await user.clear(screen.getByLabelText("Seen on"));
  await user.type(screen.getByLabelText("Seen on"), "2999-01-05");
  await user.click(screen.getByRole("button", { name: "Record the paper" }));
  expect(await screen.findByText("This day is in the future.")).toBeVisible();
  expect(api.requests("POST /agreements?userId=7")).toEqual([]);
});

test("leads back from the text of a signed paper", async () => {
  api.respond("GET /agreements/20?userId=7", anAgreement());
  await renderAt("/dashboard/my-children/agreements/20?userId=7", admin);
  await screen.findByRole("heading", { level: 1, name: "Tools and heat" });
  expectLink("Back to the paperwork for Mia", `${PAGE}agreements`);
});

test("says that the school has no agreements", async () => {
  api.respond(AGREEMENTS, { toSign: [], signed: [] });
  await open("agreements");
  expect(await screen.findByText("The school has no agreements to sign.")).toBeVisible();
});

test.each(["child=9&part=sheet", "child=3&part=x", "part=sheet"])(
  "shows the page of an unknown path: %s",
  async (query) => {
    api.respond("GET /care?userId=7", [aChildPaperwork()]);
    await renderAt(`/dashboard/families/7/paperwork?${query}`, admin);
    expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
  },
);

test("shows the page of an unknown path for an unknown family", async () => {
  api.fail("GET /care?userId=7", 404, "not_found", "Not found.");
  await renderAt(`${PAGE}sheet`, admin);
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
});

test.each([student, instructor])("redirects other roles to the home page: %s", async (testUser) => {
  await expectRedirectHome(`${PAGE}sheet`, testUser);
});
