import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild, aClass, anEnrolledClass, aSelection } from "../../testing/builders";
import { ENROLLED, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findFamilySheet } from "../../testing/familySheet";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { waitForLazy } from "../../testing/time";

const clay = aClass({ nameClass: "Clay Animals", ageFrom: null });
const mia = aChild({ _id: "3", name: "Mia" });
const tom = aChild({ _id: "4", name: "Tom", bornOn: null });
const miaIn = { classId: clay._id, childId: "3", childName: "Mia" };
const tomIn = { classId: clay._id, childId: "4", childName: "Tom" };

const card = () => within(screen.getByRole("article", { name: "Clay Animals" }));
const selectButton = () => card().getByRole("button", { name: "Select Clay Animals" });

// The first import takes longer than a query waits.
beforeAll(() => import("../../accounts/children/ChildForm"));

beforeEach(() => {
  api.respond("GET /children", [mia, tom]);
  api.respond("GET /classes", [clay]);
  api.respond("POST /selectClass", { insertedId: "31", clashes: [] }, 201);
});

async function openList() {
  const view = await renderAt("/all-classes", student);
  await waitFor(() => expect(selectButton()).toBeVisible());
  return view;
}

async function openDialog() {
  const view = await openList();
  await waitFor(() => expect(selectButton()).toBeEnabled());
  await view.user.click(selectButton());
  return { ...view, dialog: await findFamilySheet() };
}

const tick = (dialog: ReturnType<typeof within>, name: RegExp | string) =>
  dialog.getByRole("checkbox", { name });

test("asks who takes part, and selects the class for a child", async () => {
  const { user, dialog } = await openDialog();
  expect(
    dialog.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual([expect.stringMatching(/^Miaage \d+$/), "Tom", "Myself"]);
  expect(dialog.getByRole("button", { name: "Select" })).toBeDisabled();
  await user.click(tick(dialog, /^Mia/));
  expect(api.requests("POST /selectClass")).toEqual([]);
  api.respond(SELECTED, [aSelection({ _id: "31", ...miaIn })]);
  await user.click(dialog.getByRole("button", { name: "Select for Mia: $45.50" }));
  expect(await findToast("Clay Animals is Selected Successfully for Mia")).toBeVisible();
  expect(api.requests("POST /selectClass")[0]?.body).toMatchObject({ classId: clay._id, childId: "3" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(selectButton()).toHaveFocus());
  expect(card().getByText(/You've selected this class for Mia\./)).toBeVisible();
  expect(card().getByRole("link", { name: "Pay now for Mia" })).toHaveAttribute(
    "href",
    "/dashboard/payment/31",
  );
});

test("selects the class for several at once", async () => {
  const { user, dialog } = await openDialog();
  for (const name of [/^Mia/, "Tom", "Myself"]) await user.click(tick(dialog, name));
  await user.click(dialog.getByRole("button", { name: "Select for 3: $136.50" }));
  expect(await findToast("Clay Animals is Selected Successfully for Mia, Tom, and you")).toBeVisible();
  expect(api.requests("POST /selectClass").map(({ body }) => (body as { childId: string }).childId)).toEqual([
    "3",
    "4",
    null,
  ]);
});

test("selects the class for the user, and names no price for a free class", async () => {
  api.respond("GET /classes", [{ ...clay, price: 0 }]);
  const { user, dialog } = await openDialog();
  await user.click(tick(dialog, "Myself"));
  await user.click(dialog.getByRole("button", { name: "Select for me" }));
  expect(await findToast("Clay Animals is Selected Successfully")).toBeVisible();
  expect(api.requests("POST /selectClass")[0]?.body).toMatchObject({ childId: null });
});

test("ticks the only child who can come", async () => {
  api.respond("GET /children", [mia]);
  const { dialog } = await openDialog();
  expect(tick(dialog, /^Mia/)).toBeChecked();
  expect(dialog.getByRole("button", { name: "Select for Mia: $45.50" })).toBeEnabled();
});

test("says in one sentence that both children are enrolled", async () => {
  api.respond(ENROLLED, [anEnrolledClass(miaIn), anEnrolledClass(tomIn)]);
  await openDialog();
  expect(card().getByText(/^Mia and Tom are enrolled in this class\./)).toBeVisible();
  expect(card().getByRole("link", { name: "View it for Tom" })).toBeVisible();
  expect(card().getAllByText(/enrolled/)).toHaveLength(1);
});

test("lets the user select a class for one member of the family that the others have", async () => {
  api.respond(SELECTED, [aSelection(tomIn)]);
  api.respond(ENROLLED, [anEnrolledClass(miaIn)]);
  const { dialog } = await openDialog();
  expect(card().getByText(/Mia is enrolled in this class\./)).toBeVisible();
  expect(card().getByRole("link", { name: "View it for Mia" })).toHaveAttribute(
    "href",
    `/dashboard/my-enrolled-classes/${clay._id}?child=${mia._id}`,
  );
  expect(tick(dialog, /^Mia age \d+, already enrolled$/)).toBeDisabled();
  expect(tick(dialog, "Tom already selected")).toBeDisabled();
  expect(tick(dialog, "Myself")).toBeEnabled();
});

test("offers no child who is too young or too old on the first day, or without a date of birth", async () => {
  const ana = aChild({ _id: "5", name: "Ana", bornOn: "2019-07-06" });
  const ben = aChild({ _id: "6", name: "Ben", bornOn: "2012-07-05" });
  const eve = aChild({ _id: "7", name: "Eve", bornOn: "2012-07-06" });
  api.respond("GET /children", [ana, ben, eve, tom]);
  api.respond("GET /classes", [{ ...clay, ageFrom: 8, ageTo: 14, startsAt: "2027-07-05T13:00:00Z" }]);
  const { user, dialog } = await openDialog();
  expect(tick(dialog, /^Ana age \d+.*, too young for this class$/)).toBeDisabled();
  expect(tick(dialog, /^Ben age \d+.*, too old for this class$/)).toBeDisabled();
  expect(tick(dialog, /^Eve age \d+[^,]*(, \d+ by then)?$/)).toBeEnabled();
  expect(tick(dialog, "Tom date of birth missing")).toBeDisabled();
  api.respond("PUT /children/4", { modifiedCount: 1 });
  await user.click(dialog.getByRole("button", { name: "Add it for Tom" }));
  await waitForLazy();
  await user.type(await dialog.findByLabelText("Date of birth (optional)"), "2018-03-14");
  api.respond("GET /children", [ana, ben, eve, { ...tom, bornOn: "2018-03-14" }]);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(tick(dialog, /^Tom age/)).toBeChecked());
});

test("adds a child in place, and ticks it", async () => {
  api.respond("GET /children", [mia]);
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Add a child" }));
  await waitForLazy();
  await user.type(await dialog.findByLabelText("Name"), "Tom");
  api.respond("POST /children", { insertedId: "4" }, 201);
  api.respond("GET /children", [tom, mia]);
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  await waitFor(() => expect(tick(dialog, "Tom")).toBeChecked());
  expect(dialog.getByRole("button", { name: "Add a child" })).toHaveFocus();
  expect(dialog.getByRole("button", { name: "Select for 2: $91.00" })).toBeEnabled();
});

test("moves the focus to the card once everybody has the class", async () => {
  api.respond("GET /children", [mia]);
  api.respond(SELECTED, [aSelection({ classId: clay._id })]);
  const { user, dialog } = await openDialog();
  api.respond(SELECTED, [aSelection({ classId: clay._id }), aSelection(miaIn)]);
  await user.click(dialog.getByRole("button", { name: /^Select for Mia/ }));
  await waitFor(() => expect(screen.getByRole("article", { name: "Clay Animals" })).toHaveFocus());
});

test("disables the Select button once everybody has the class", async () => {
  api.respond(SELECTED, [aSelection(tomIn), aSelection({ classId: clay._id })]);
  api.respond(ENROLLED, [anEnrolledClass(miaIn)]);
  await openList();
  await waitFor(() => expect(selectButton()).toBeDisabled());
  expect(selectButton()).toHaveAccessibleDescription(/for Tom.*Mia is enrolled|Mia is enrolled.*for Tom/);
});

test.each([
  ["age_not_in_range", "This class is for children aged 8 to 14.", null],
  ["birth_date_needed", "This class has an age limit.", "Go to My Children"],
  ["class_full", "This class is full.", null],
])("shows why the server refuses, until the next choice: %s", async (code, message, link) => {
  api.fail("POST /selectClass", 409, code, message);
  const { user, dialog } = await openDialog();
  await user.click(tick(dialog, "Tom"));
  await user.click(dialog.getByRole("button", { name: /^Select for Tom/ }));
  const refusal = `We couldn't select this class for Tom. ${message}`;
  expect(await dialog.findByText(refusal, { exact: false })).toBeVisible();
  if (link)
    expect(dialog.getByRole("link", { name: link })).toHaveAttribute("href", "/dashboard/my-children");
  else expect(dialog.queryByRole("link", { name: "Go to My Children" })).toBeNull();
  await user.click(tick(dialog, /^Mia/));
  expect(dialog.queryByText(refusal, { exact: false })).toBeNull();
});

test("selects the class for the others if the server refuses one", async () => {
  api.handle("POST /selectClass", ({ body }) =>
    (body as { childId: string }).childId === "3"
      ? { body: { insertedId: "31", clashes: [] }, status: 201 }
      : { body: { code: "class_full", message: "This class is full." }, status: 409 },
  );
  const { user, dialog } = await openDialog();
  await user.click(tick(dialog, /^Mia/));
  await user.click(tick(dialog, "Tom"));
  api.respond(SELECTED, [aSelection(miaIn)]);
  await user.click(dialog.getByRole("button", { name: "Select for 2: $91.00" }));
  expect(await findToast("Clay Animals is Selected Successfully for Mia")).toBeVisible();
  expect(await dialog.findByText(/^We couldn't select this class for Tom\./)).toBeVisible();
  expect(tick(dialog, /^Mia age \d+, already selected$/)).toBeDisabled();
});

test("asks whether a class with an age limit is for the user, not for a child", async () => {
  api.respond("GET /classes", [{ ...clay, ageFrom: 8, ageTo: 14 }]);
  const { user, dialog } = await openDialog();
  const question = /this class is marked “Ages 8 to 14”/;
  await user.click(tick(dialog, /^Mia/));
  expect(dialog.queryByText(question)).toBeNull();
  await user.click(tick(dialog, "Myself"));
  expect(dialog.getByText(question)).toBeVisible();
});

test("sends no second request and stays open while the first one runs", async () => {
  let respond = () => {};
  api.handle(
    "POST /selectClass",
    () =>
      new Promise((resolve) => {
        respond = () => resolve({ body: { insertedId: "31", clashes: [] }, status: 201 });
      }),
  );
  const { user, dialog } = await openDialog();
  await user.click(tick(dialog, /^Mia/));
  const button = dialog.getByRole("button", { name: /^Select for Mia/ });
  await user.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  await user.click(button);
  await user.keyboard("{Escape}");
  expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  expect(button).toBeVisible();
  await act(async () => respond());
  expect(api.requests("POST /selectClass")).toHaveLength(1);
});

test("asks who takes part after the login that a visitor needed", async () => {
  await renderAt({ pathname: "/all-classes", state: { classId: clay._id } }, student);
  expect(await screen.findByRole("dialog", { name: "Who is it for?" })).toBeVisible();
  expect(api.requests("POST /selectClass")).toEqual([]);
});

test("requests the children again, and selects nothing if they cannot be loaded", async () => {
  api.fail("GET /children", 500, "broken", "Something broke.");
  const { user } = await renderAt("/all-classes", student);
  const button = card().getByRole("button", { name: "Select Clay Animals" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await findToast(/^We couldn't check who you can select classes for/)).toBeVisible();
  expect(api.requests("POST /selectClass")).toEqual([]);
  api.respond("GET /children", [mia]);
  await user.click(button);
  expect(await screen.findByRole("dialog", { name: "Who is it for?" })).toBeVisible();
});
