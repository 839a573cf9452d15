import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild, aClass, anEnrolledClass, aSelection } from "../../testing/builders";
import { ENROLLED, SELECTED } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";

const clay = aClass({ nameClass: "Clay Animals", ageFrom: null });
const mia = aChild({ _id: "3", name: "Mia" });
const tom = aChild({ _id: "4", name: "Tom", bornOn: null });
const miaIn = { classId: clay._id, childId: "3", childName: "Mia" };
const tomIn = { classId: clay._id, childId: "4", childName: "Tom" };

const card = () => within(screen.getByRole("article", { name: "Clay Animals" }));
const selectButton = () => card().getByRole("button", { name: "Select for … Clay Animals" });

beforeEach(() => {
  api.respond("GET /children", [mia, tom]);
  api.respond("GET /classes", [clay]);
  api.respond("POST /selectClass", { insertedId: "31" }, 201);
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
  return { ...view, dialog: within(await screen.findByRole("dialog", { name: "Who is it for?" })) };
}

test("asks who takes part, and selects the class for a child", async () => {
  const { user, dialog } = await openDialog();
  expect(dialog.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "",
    "Mia",
    "Tom",
    "Myself",
  ]);
  expect(api.requests("POST /selectClass")).toEqual([]);
  api.respond(SELECTED, [aSelection({ _id: "31", ...miaIn })]);
  await user.click(dialog.getByRole("button", { name: "Mia" }));
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

test("selects the class for the user", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Myself" }));
  expect(await findToast("Clay Animals is Selected Successfully")).toBeVisible();
  expect(api.requests("POST /selectClass")[0]?.body).toMatchObject({ childId: null });
});

test("lets the user select a class for one child that another child has", async () => {
  api.respond(SELECTED, [aSelection(tomIn)]);
  api.respond(ENROLLED, [anEnrolledClass(miaIn)]);
  const { dialog } = await openDialog();
  expect(card().getByText(/Mia is enrolled in this class\./)).toBeVisible();
  expect(card().getByRole("link", { name: "View it for Mia" })).toHaveAttribute(
    "href",
    `/dashboard/my-enrolled-classes/${clay._id}?child=${mia._id}`,
  );
  expect(dialog.getByRole("button", { name: "Mia (already enrolled)" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Tom (already selected)" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Myself" })).toBeEnabled();
});

test("moves the focus to the card once everybody has the class", async () => {
  api.respond("GET /children", [mia]);
  api.respond(SELECTED, [aSelection({ classId: clay._id })]);
  const { user, dialog } = await openDialog();
  api.respond(SELECTED, [aSelection({ classId: clay._id }), aSelection(miaIn)]);
  await user.click(dialog.getByRole("button", { name: "Mia" }));
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
])("keeps the dialog open and shows why the server refuses: %s", async (code, message, link) => {
  api.fail("POST /selectClass", 409, code, message);
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Tom" }));
  expect(
    await dialog.findByText(`We couldn't select this class for Tom. ${message}`, { exact: false }),
  ).toBeVisible();
  if (link)
    expect(dialog.getByRole("link", { name: link })).toHaveAttribute("href", "/dashboard/my-children");
  else expect(dialog.queryByRole("link", { name: "Go to My Children" })).toBeNull();
  expect(dialog.getByRole("button", { name: "Mia" })).toBeEnabled();
});

test("asks before the user selects a class with an age limit for themself, not for a child", async () => {
  api.respond("GET /classes", [{ ...clay, ageFrom: 8, ageTo: 14 }]);
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Myself" }));
  expect(dialog.getByText(/this class is marked “Ages 8 to 14”/)).toBeVisible();
  expect(api.requests("POST /selectClass")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Yes, it's for me" }));
  expect(api.requests("POST /selectClass")[0]?.body).toMatchObject({ childId: null });
});

test("shows only the chosen child as busy", async () => {
  let respond = () => {};
  api.handle(
    "POST /selectClass",
    () =>
      new Promise((resolve) => {
        respond = () => resolve({ body: { insertedId: "31" }, status: 201 });
      }),
  );
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Mia" }));
  expect(dialog.getByRole("button", { name: /^Mia/ })).toHaveAttribute("aria-busy", "true");
  expect(dialog.getByRole("button", { name: "Tom" })).toHaveAttribute("aria-busy", "false");
  await user.click(dialog.getByRole("button", { name: "Tom" }));
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
