import { act, screen, waitFor, within } from "@testing-library/react";
import { siteDayOf } from "../../shared/siteTime";
import { aChild } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const PATH = "/dashboard/my-children";
const mia = aChild({ _id: "3", name: "Mia", bornOn: "2018-03-14" });
const tom = aChild({ _id: "4", name: "Tom", bornOn: null });

async function openPage(children = [mia, tom]) {
  api.respond("GET /children", children);
  const view = await renderAt(PATH, student);
  await screen.findByRole("region", { name: "Your children" });
  return view;
}

async function openDialog(user: Awaited<ReturnType<typeof openPage>>["user"], button: string, title: string) {
  await user.click(screen.getByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: title }));
}

const expectNoDialog = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("redirects a visitor to the login page", async () => {
  const { at } = await renderAt(PATH);
  expect(at()).toMatchObject({ pathname: "/login", state: { from: { pathname: PATH } } });
});

test("lists the children with their dates of birth", async () => {
  await openPage();
  expect(document.title).toBe("My Children | Craft Camp");
  const [first, second] = within(screen.getByRole("region", { name: "Your children" })).getAllByRole(
    "listitem",
  );
  expect(first).toHaveTextContent(/Mia.*Born on Mar 14, 2018/);
  expect(second).toHaveTextContent(/Tom.*No date of birth given/);
});

test("adds the first child", async () => {
  api.respond("POST /children", { insertedId: "3" }, 201);
  const { user } = await openPage([]);
  expect(screen.getByText("You haven't added a child yet.")).toBeVisible();
  const dialog = await openDialog(user, "Add a child", "Add a child");
  await user.type(dialog.getByLabelText("Name"), " Mia ");
  await user.type(dialog.getByLabelText("Date of birth (optional)"), "2018-03-14");
  api.respond("GET /children", [mia]);
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  await waitFor(() =>
    expect(api.requests("POST /children")[0]?.body).toEqual({ name: "Mia", bornOn: "2018-03-14" }),
  );
  expect(await screen.findByText(/Born on Mar 14, 2018/)).toBeVisible();
  await expectNoDialog();
});

test("adds a child without a date of birth", async () => {
  api.respond("POST /children", { insertedId: "3" }, 201);
  const { user } = await openPage([]);
  const dialog = await openDialog(user, "Add a child", "Add a child");
  await user.type(dialog.getByLabelText("Name"), "Tom{Enter}");
  await waitFor(() => expect(api.requests("POST /children")[0]?.body).toEqual({ name: "Tom", bornOn: null }));
});

test.each([
  ["", "2018-03-14", "Name", "Please enter a name."],
  ["x".repeat(101), "2018-03-14", "Name", "Please use 100 characters or fewer for the name."],
  ["Mia", "1899-12-31", "Date of birth (optional)", "Please enter a day between 1900 and today."],
  ["Mia", "2199-01-01", "Date of birth (optional)", "Please enter a day between 1900 and today."],
])("shows an error at the field for the name %j and the day %s", async (name, day, label, message) => {
  const { user } = await openPage();
  const dialog = await openDialog(user, "Add a child", "Add a child");
  await user.click(dialog.getByLabelText("Name"));
  if (name) await user.paste(name);
  await user.type(dialog.getByLabelText("Date of birth (optional)"), day);
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveFocus());
  expect(api.requests("POST /children")).toEqual([]);
});

test("asks once whether a child was born this year", async () => {
  api.respond("POST /children", { insertedId: "3" }, 201);
  const { user } = await openPage();
  const dialog = await openDialog(user, "Add a child", "Add a child");
  const born = dialog.getByLabelText("Date of birth (optional)");
  const add = dialog.getByRole("button", { name: "Add child" });
  const day = siteDayOf(new Date().toISOString());
  await user.type(dialog.getByLabelText("Name"), "Mia");
  await user.type(born, day);
  await user.click(add);
  await waitFor(() => expect(born).toHaveAccessibleDescription(/This date is in this year. Is that right?/));
  expect(api.requests("POST /children")).toEqual([]);

  await user.click(add);

  await waitFor(() => expect(api.requests("POST /children")[0]?.body).toEqual({ name: "Mia", bornOn: day }));
});

test("shows at the name that the child was added before", async () => {
  api.fail("POST /children", 409, "already_exists", "You have added this child already.");
  const { user } = await openPage();
  const dialog = await openDialog(user, "Add a child", "Add a child");
  await user.type(dialog.getByLabelText("Name"), "Tom");
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  await waitFor(() =>
    expect(dialog.getByLabelText("Name")).toHaveAccessibleDescription(/You've already added Tom/),
  );
});

test.each([
  ["A day from 1900 to today is required.", 400, { bornOn: ["A day from 1900 to today is required."] }],
  ["You can add at most 12 children.", 409, undefined],
] as const)("keeps the input and shows the server's error: %s", async (message, status, fields) => {
  api.fail("POST /children", status, "refused", message, {
    fields: fields && { bornOn: [...fields.bornOn] },
  });
  const { user } = await openPage();
  const dialog = await openDialog(user, "Add a child", "Add a child");
  await user.type(dialog.getByLabelText("Name"), "Tom");
  await user.click(dialog.getByRole("button", { name: "Add child" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Tom");
});

test("changes a child, and removes the date of birth", async () => {
  api.respond("PUT /children/3", { modifiedCount: 1 });
  const { user } = await openPage();
  const dialog = await openDialog(user, "Edit Mia", "Change Mia's details");
  expect(dialog.getByLabelText("Date of birth (optional)")).toHaveValue("2018-03-14");
  await user.clear(dialog.getByLabelText("Date of birth (optional)"));
  await user.type(dialog.getByLabelText("Name"), " Lou");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expectNoDialog();
  expect(api.requests("PUT /children/3")[0]?.body).toEqual({ name: "Mia Lou", bornOn: null });
  await waitFor(() => expect(screen.getByRole("button", { name: "Edit Mia" })).toHaveFocus());
});

test("keeps the text of the dialog while it closes, and opens it for the next child", async () => {
  const { user } = await openPage();
  const dialog = await openDialog(user, "Edit Mia", "Change Mia's details");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(dialog.getByText("Change Mia's details")).toBeInTheDocument();
  expect(dialog.getByLabelText("Name")).toHaveValue("Mia");
  const next = await openDialog(user, "Edit Tom", "Change Tom's details");
  expect(next.getByLabelText("Name")).toHaveValue("Tom");
});

test("keeps the dialog open while the child is being saved", async () => {
  const saved = deferred<{ body: { modifiedCount: number } }>();
  api.handle("PUT /children/3", () => saved.promise);
  const { user } = await openPage();
  const dialog = await openDialog(user, "Edit Mia", "Change Mia's details");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  await advanceTime({ seconds: 1 });
  expect(screen.getByRole("dialog")).toBeVisible();
  await act(async () => saved.resolve({ body: { modifiedCount: 1 } }));
  await expectNoDialog();
});

test("deletes a child after a confirmation and moves the focus to the list", async () => {
  api.respond("DELETE /children/4", { deletedCount: 1 });
  const { user } = await openPage();
  const dialog = await openDialog(user, "Delete Tom", "Delete Tom?");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await expectNoDialog();
  expect(api.requests("DELETE /children/4")).toEqual([]);
  const again = await openDialog(user, "Delete Tom", "Delete Tom?");
  api.respond("GET /children", [mia]);
  await user.click(again.getByRole("button", { name: "Delete" }));
  expect(await findToast("Tom has been deleted.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("region", { name: "Your children" })).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Edit Tom" })).toBeNull();
});

test("keeps a child who is still enrolled, and says why", async () => {
  const message = "This child still has a seat in a class. Please cancel it first.";
  api.fail("DELETE /children/3", 409, "still_enrolled", message);
  const { user } = await openPage();
  const dialog = await openDialog(user, "Delete Mia", "Delete Mia?");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await dialog.findByText(message)).toBeVisible();
});

test("removes a child from the list that another tab has deleted", async () => {
  api.fail("DELETE /children/3", 404, "not_found", "Not found.");
  const { user } = await openPage();
  const dialog = await openDialog(user, "Delete Mia", "Delete Mia?");
  api.respond("GET /children", [tom]);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect((await findToast("Mia has been deleted.")).closest(".toast")).toHaveClass("toast-success");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Edit Mia" })).toBeNull());
});

test("shows an error and retries if the children cannot be loaded", async () => {
  api.fail("GET /children", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, student);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond("GET /children", [mia]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Edit Mia" })).toBeVisible();
});
