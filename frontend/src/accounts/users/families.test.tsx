import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, renderAt } from "../../testing/renderAt";

const FIRST_PAGE = "GET /users?limit=40";
const IMPORT = "POST /families/import";
const INVITE = "POST /families/invite";
const toast = (text: string | RegExp) => screen.findByText(text, { selector: ".toast *" });

const ROW = {
  row: 2,
  guardian: "Ann Lee",
  email: "",
  phone: "555 010-2003",
  children: "Mia Lee (Mar 14, 2017)",
  contact: "Joan Lee",
  outcome: "New",
};
const PREVIEW = {
  created: 2,
  existing: 1,
  children: 3,
  warnings: [],
  knownFields: [{ id: "childName", text: "Child's name" }],
  columns: [{ column: "A", heading: "Child", field: "childName", samples: ["Mia Lee"] }],
  questions: [],
  rows: [ROW],
  problems: [],
};

async function openDialog(button: string) {
  api.respond(FIRST_PAGE, []);
  const { user } = await renderAt("/dashboard/all-users", admin);
  await user.click(await screen.findByRole("button", { name: button }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: button })) };
}

const forms = () => api.requests(IMPORT).map(({ body }) => body as FormData);
const bodies = () => api.requests(INVITE).map(({ body }) => body);

test("imports families who are returning until a day", async () => {
  api.respond(IMPORT, PREVIEW);
  const { user, dialog } = await openDialog("Import families");
  await user.type(dialog.getByLabelText("Returning families until (optional)"), "2027-06-01");
  await user.upload(dialog.getByLabelText("Spreadsheet"), new File(["Child\n"], "families.csv"));
  expect(await dialog.findByText(/^2 families will be added. 1 is here already.*3 children/)).toBeVisible();
  expect(
    dialog.getByRole("row", { name: /Ann Lee New No email 555 010-2003 Mia Lee \(Mar 14, 2017\)/ }),
  ).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Import 2 families" }));
  expect(await toast("2 families imported. Nobody has been emailed yet.")).toBeVisible();
  expect(forms().map((form) => [form.get("dryRun"), form.get("returningUntil")])).toEqual([
    ["true", null],
    ["false", "2027-06-01"],
  ]);
  expect(api.requests(FIRST_PAGE)).toHaveLength(2);
});

test("imports children of families who are here already", async () => {
  api.respond(IMPORT, { ...PREVIEW, created: 0, existing: 1, children: 1 });
  const { user, dialog } = await openDialog("Import families");
  await user.upload(dialog.getByLabelText("Spreadsheet"), new File(["Child\n"], "families.csv"));
  expect(await dialog.findByText(/^There are no new families./)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Import 1 child" }));
  await toast("1 child imported. Nobody has been emailed yet.");
  expect(forms()[1]?.get("returningUntil")).toBeNull();
});

test("invites the families who have never logged in, and names who has to be called", async () => {
  const unreached = [
    { _id: "7", name: "Cora Caller", phone: "555 010-7777" },
    { _id: "8", name: "Dan Dee", phone: "" },
  ];
  api.respond(INVITE, { invited: 712, unreached });
  const { user, dialog } = await openDialog("Invite families");
  expect(await dialog.findByText(/^712 families will get an email/)).toBeVisible();
  expect(dialog.getByRole("link", { name: "555 010-7777" })).toHaveAttribute("href", "tel:5550107777");
  expect(dialog.getByText("Dan Dee, no phone number")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Invite 712 families" }));
  await toast("712 families will get an invitation.");
  expect(bodies()).toEqual([
    { all: true, again: false, dryRun: true },
    { all: true, again: false, dryRun: false },
  ]);
});

test("reminds the families who were invited before only if the admin says so", async () => {
  api.respond(INVITE, { invited: 0, unreached: [] });
  const { user, dialog } = await openDialog("Invite families");
  expect(await dialog.findByText(/^There's nobody to email/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Invite families" })).toBeDisabled();
  api.respond(INVITE, { invited: 1, unreached: [] });
  await user.click(dialog.getByLabelText("Also remind the families we've already invited"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Invite 1 family" })).toBeEnabled());
  await user.click(dialog.getByRole("button", { name: "Invite 1 family" }));
  await toast("1 family will get an invitation.");
  expect(bodies().at(-1)).toEqual({ all: true, again: true, dryRun: false });
});

test("says why families can't be invited", async () => {
  api.handle(INVITE, () => Response.json({ code: "x", message: "The site is busy." }, { status: 503 }));
  const { dialog } = await openDialog("Invite families");
  expect(await dialog.findByRole("alert")).toHaveTextContent("busy");
  expect(dialog.getByRole("button", { name: "Invite families" })).toBeDisabled();
});
