import { screen, waitFor, within } from "@testing-library/react";
import { aSeason } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import {
  acceptLogin,
  admin,
  expectRedirectHome,
  findToast,
  instructor,
  renderAt,
  student,
  submitLogin,
} from "../../testing/renderAt";
import {
  CLASSES,
  chooseInMenu,
  clay,
  felt,
  LAST_SUMMER,
  openSeason,
  respondWithSeasons,
  SEASON_URL,
  SUMMER,
} from "../../testing/seasonPages";

beforeEach(respondWithSeasons);

test("copies a season after a preview of what will be created and skipped", async () => {
  const outcome = {
    created: 2,
    classes: [
      { nameClass: "Clay Animals", firstDay: "2027-07-05", lastDay: "2027-07-09" },
      { nameClass: "Felt Hats", firstDay: null, lastDay: null },
    ],
    existing: 1,
    skipped: [{ classId: "3", nameClass: "Old Glass", code: "instructor_gone" as const }],
  };
  api.respond("POST /seasons/1/copy", outcome);
  const { user } = await openSeason([]);
  expect(screen.getByText("No classes here yet")).toBeVisible();
  await chooseInMenu(user, "Copy a season");
  const dialog = within(await screen.findByRole("dialog", { name: "Copy classes to Summer 2027" }));
  expect(dialog.getByLabelText("Copy from")).toHaveDisplayValue("Summer 2026");
  expect(await dialog.findByText(/^2 classes will be created as Pending\. 1 is here already/)).toBeVisible();
  expect(dialog.getByText("Clay Animals, Jul 5 \u2013 9, 2027")).toBeVisible();
  expect(dialog.getByText("Old Glass: its instructor no longer teaches here.")).toBeVisible();
  api.respond(CLASSES, [clay(), felt()]);
  api.respond("POST /seasons/1/copy", outcome, 201);
  await user.click(dialog.getByRole("button", { name: "Copy 2 classes" }));
  expect(api.requests("POST /seasons/1/copy").map(({ body }) => body)).toEqual([
    { from: "2", dryRun: true },
    { from: "2", dryRun: false },
  ]);
  expect(await screen.findByText("Felt Hats")).toBeVisible();
});

test("proposes the same season a year ago", async () => {
  const between = { slug: "winter", startsOn: "2026-12-20", endsOn: "2027-01-05" };
  api.respond("GET /seasons", [SUMMER, aSeason({ _id: "3", name: "Winter", ...between }), LAST_SUMMER]);
  api.respond("POST /seasons/1/copy", { created: 0, classes: [], existing: 2, skipped: [] });
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Copy a season");
  expect(await screen.findByLabelText("Copy from")).toHaveDisplayValue("Summer 2026");
});

test("shows why a copy has failed until another season is chosen", async () => {
  const winter = { slug: "winter", startsOn: "2026-12-20", endsOn: "2027-01-05" };
  api.respond("GET /seasons", [SUMMER, aSeason({ _id: "3", name: "Winter", ...winter }), LAST_SUMMER]);
  const one = { nameClass: "Clay Animals", firstDay: null, lastDay: null };
  api.respond("POST /seasons/1/copy", { created: 1, classes: [one], existing: 0, skipped: [] });
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Copy a season");
  const button = await screen.findByRole("button", { name: "Copy 1 class" });
  api.fail("POST /seasons/1/copy", 409, "season_changed", "The season has changed meanwhile.");
  await user.click(button);
  expect(await screen.findByText("The season has changed meanwhile.")).toBeVisible();
  api.respond("POST /seasons/1/copy", { created: 0, classes: [], existing: 2, skipped: [] });
  await user.selectOptions(screen.getByLabelText("Copy from"), "Winter");
  expect(await screen.findByText(/^There's nothing to copy/)).toBeVisible();
  expect(screen.queryByText("The season has changed meanwhile.")).toBeNull();
});

test("offers no copy if nothing is missing", async () => {
  api.respond("POST /seasons/1/copy", { created: 0, classes: [], existing: 2, skipped: [] });
  const { user } = await openSeason([clay(), felt()]);
  await chooseInMenu(user, "Copy a season");
  expect(await screen.findByText(/^There's nothing to copy\. 2 are here already/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy classes" })).toBeDisabled();
});

const aSheet = () => new File(["x"], "classes.csv", { type: "text/csv" });

const ROW = {
  row: 2,
  nameClass: "Clay Animals",
  instructor: "Nia New",
  days: "Mon, Jul 5, 2027",
  times: "9:00 AM \u2013 12:00 PM",
  ages: "6 \u2013 8",
  price: "$45.00",
  seats: 10,
  place: "Barn",
};

const CRAFT = {
  id: "craft:pots",
  kind: "craft",
  value: "pots",
  text: '"Pots" is none of your crafts.',
  rows: [2, 3],
  choices: [
    { id: "clay", text: "Clay" },
    { id: "none", text: "No craft" },
  ],
};

const importPreview = (changes = {}) => ({
  created: 2,
  existing: 0,
  changed: 0,
  instructors: [{ name: "Nia New", email: "nia@camp.example" }],
  warnings: [],
  knownFields: [
    { id: "nameClass", text: "Class" },
    { id: "price", text: "Price" },
  ],
  columns: [
    { column: "A", heading: "Class", field: "nameClass", samples: ["Clay Animals"] },
    { column: "B", heading: "Amount", field: null, samples: ["45"] },
  ],
  questions: [CRAFT],
  rows: [ROW],
  problems: [{ kind: "warning" as const, message: "1 hidden row was read: 3.", rows: [3] }],
  ...changes,
});

const imports = () => api.requests("POST /seasons/1/import").map(({ body }) => body as FormData);
const answersOf = (form: FormData | undefined) => JSON.parse(String(form?.get("answers")));

async function openImport() {
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Import a spreadsheet");
  const dialog = within(await screen.findByRole("dialog", { name: "Import classes to Summer 2027" }));
  await user.upload(dialog.getByLabelText("Spreadsheet"), aSheet());
  return { user, dialog };
}

test("imports a spreadsheet once its questions are answered", async () => {
  api.respond("POST /seasons/1/import", importPreview());
  const { user, dialog } = await openImport();
  expect(await dialog.findByText("Nia New, nia@camp.example")).toBeVisible();
  expect(dialog.getByRole("row", { name: /Clay Animals Nia New Mon, Jul 5, 2027/ })).toBeVisible();
  expect(dialog.getByText("1 hidden row was read: 3.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import 2 classes" })).toBeDisabled();
  await user.click(
    within(dialog.getByRole("group", { name: /^"Pots" is none.*\(rows 2, 3\)$/ })).getByLabelText("Clay"),
  );
  await waitFor(() => expect(dialog.getByRole("button", { name: "Import 2 classes" })).toBeEnabled());
  api.respond(CLASSES, [clay(), felt()]);
  await user.click(dialog.getByRole("button", { name: "Import 2 classes" }));
  expect(await screen.findByText("Felt Hats")).toBeVisible();
  expect(imports().map((form) => form.get("dryRun"))).toEqual(["true", "true", "false"]);
  expect(answersOf(imports()[2])).toEqual({ columns: {}, questions: { "craft:pots": "clay" } });
});

test("reads the spreadsheet again with the column that the admin chooses", async () => {
  const problems = [{ kind: "error" as const, message: "price: No column of the file has it.", rows: [1] }];
  api.respond("POST /seasons/1/import", importPreview({ problems, questions: [], created: 0 }));
  const { user, dialog } = await openImport();
  expect(await dialog.findByText("price: No column of the file has it.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import classes" })).toBeDisabled();
  await user.click(dialog.getByText("2 columns, 1 of them not read"));
  api.respond("POST /seasons/1/import", importPreview({ problems: [], questions: [] }));
  await user.selectOptions(dialog.getByLabelText("What is in column B, Amount?"), "Price");
  await waitFor(() => expect(dialog.getByRole("button", { name: "Import 2 classes" })).toBeEnabled());
  expect(answersOf(imports()[1])).toEqual({ columns: { B: "price" }, questions: {} });
});

test("says why a spreadsheet can't be read, and imports nothing", async () => {
  api.handle("POST /seasons/1/import", () => Response.json({ errors: [PROBLEM] }, { status: 400 }));
  const { dialog } = await openImport();
  expect(await dialog.findByText("Row 12, seats: must be a whole number")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import classes" })).toBeDisabled();
  expect(imports().map((form) => form.get("dryRun"))).toEqual(["true"]);
});

const PROBLEM = { row: 12, column: "seats", message: "must be a whole number" };

test("changes the season with openings on the camp's clock, and follows its new address", async () => {
  api.respond("PUT /seasons/1", { modifiedCount: 1 });
  const { user, at } = await openSeason([]);
  await chooseInMenu(user, "Edit season");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Summer 2027" }));
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Camp 2027");
  await user.type(dialog.getByLabelText("Registration opens on (optional)"), "2027-01-09");
  await user.type(dialog.getByLabelText("For returning families (optional)"), "2027-01-10");
  await user.click(dialog.getByRole("button", { name: "Save Season" }));
  expect(dialog.getByText(/must open before everybody's\.$/)).toBeVisible();
  await user.clear(dialog.getByLabelText("For returning families (optional)"));
  await user.type(dialog.getByLabelText("For returning families (optional)"), "2027-01-07");
  const saved = {
    name: "Camp 2027",
    opensAt: "2027-01-09T14:00:00Z",
    returningOpensAt: "2027-01-07T14:00:00Z",
  };
  api.respond("GET /seasons", [{ ...SUMMER, ...saved, slug: "camp-2027" }, LAST_SUMMER]);
  api.respond("GET /classes?season=camp-2027", []);
  await user.click(dialog.getByRole("button", { name: "Save Season" }));
  await waitFor(() => expect(at().search).toBe("?season=camp-2027"));
  expect(api.requests("PUT /seasons/1")[0]?.body).toEqual({
    name: "Camp 2027",
    startsOn: "2027-06-14",
    endsOn: "2027-08-20",
    opensAt: "2027-01-09T14:00:00.000Z",
    returningOpensAt: "2027-01-07T14:00:00.000Z",
    siblingPercent: 0,
  });
  expect(await screen.findByText(/Registration opens Sat, Jan 9, 9:00 AM/)).toBeVisible();
});

test("adds a season without an opening, and opens it", async () => {
  api.respond("POST /seasons", { insertedId: "1" }, 201);
  api.respond("GET /seasons", []);
  api.respond("GET /classes", []);
  const { user, at } = await renderAt("/dashboard/manage-classes", admin);
  await chooseInMenu(user, "New season");
  const dialog = within(await screen.findByRole("dialog", { name: "New season" }));
  await user.type(dialog.getByLabelText("Name"), "Summer 2027");
  await user.type(dialog.getByLabelText("First day"), "2027-06-14");
  await user.type(dialog.getByLabelText("Last day"), "2027-06-13");
  await user.type(dialog.getByLabelText(/^Sibling discount/), "51");
  await user.click(dialog.getByRole("button", { name: "Add Season" }));
  expect(dialog.getByText("Please enter a whole number from 0 to 50.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Sibling discount/));
  await user.type(dialog.getByLabelText(/^Sibling discount/), "10");
  expect(dialog.getByText("The last day must not be before the first one.")).toBeVisible();
  await user.clear(dialog.getByLabelText("Last day"));
  await user.type(dialog.getByLabelText("Last day"), "2027-08-20");
  api.respond("GET /seasons", [SUMMER]);
  api.respond(CLASSES, []);
  await user.click(dialog.getByRole("button", { name: "Add Season" }));
  expect(await findToast("Summer 2027 has been added.")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?season=summer-2027"));
  expect(api.requests("POST /seasons")[0]?.body).toEqual({
    name: "Summer 2027",
    startsOn: "2027-06-14",
    endsOn: "2027-08-20",
    opensAt: null,
    returningOpensAt: null,
    siblingPercent: 10,
  });
});

test("shows the refusal of a name that exists, and keeps what was typed", async () => {
  api.fail(`PUT /seasons/${SUMMER._id}`, 409, "already_exists", "There is a season with this name already.");
  const { user } = await openSeason([]);
  await chooseInMenu(user, "Edit season");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Summer 2027" }));
  expect(dialog.getByLabelText("At")).toHaveValue("09:00");
  await user.type(dialog.getByLabelText("Name"), "!");
  await user.click(dialog.getByRole("button", { name: "Save Season" }));
  expect(await dialog.findByText("There is a season with this name already.")).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Summer 2027!");
});

test.each([
  ["New season", "New season"],
  ["Edit season", "Edit Summer 2027"],
])("restores what was typed after “%s”, if the session ended", async (button, title) => {
  const findDialog = async () => within(await screen.findByRole("dialog", { name: title }));
  const call = button === "New season" ? "POST /seasons" : (`PUT /seasons/${SUMMER._id}` as const);
  for (const each of [call, "POST /jwt"] as const) api.fail(each, 401, "bad_token", "Log in first.");
  const { user, at } = await openSeason([]);
  await chooseInMenu(user, button);
  const dialog = await findDialog();
  const typed = { Name: "Camp 2028", "First day": "2028-06-12", "Last day": "2028-08-18" };
  for (const [label, text] of Object.entries(typed)) {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  }
  await user.click(dialog.getByRole("button", { name: /^(Add|Save) Season$/ }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  acceptLogin(admin);
  await submitLogin(user, admin);
  const reopened = await findDialog();
  for (const [label, text] of Object.entries(typed)) expect(reopened.getByLabelText(label)).toHaveValue(text);
});

test("shows the classes without a season", async () => {
  api.respond("GET /classes?season=none", [clay({ season: null })]);
  const { user } = await renderAt("/dashboard/manage-classes?season=none", admin);
  expect(await screen.findByText("Clay Animals")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Season" }));
  expect(screen.getByRole("button", { name: "New season" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit season" })).toBeNull();
});

test("says that a season has no classes", async () => {
  api.respond("GET /classes?season=winter", []);
  await renderAt("/dashboard/manage-classes?season=winter", admin);
  expect(await screen.findByText("No classes here yet")).toBeVisible();
});

test("chooses another season through the address", async () => {
  api.respond("GET /seasons/2/conflicts", []);
  api.respond("GET /classes?season=summer-2026", [felt({ season: "summer-2026" })]);
  const { user, at } = await openSeason([clay()]);
  await user.selectOptions(screen.getByLabelText("Season"), "Summer 2026");
  expect(await screen.findByText("Felt Hats")).toBeVisible();
  await waitFor(() => expect(at().search).toBe("?season=summer-2026"));
});

test("leads to the paperwork and to a new class of the season", async () => {
  api.respond("GET /seasons/1/paperwork?limit=12", []);
  api.respond("GET /school", { legalName: "", taxId: "", address: "", phone: "", email: "", requires: [] });
  const { user, at } = await openSeason([clay()]);
  expect(screen.getByRole("link", { name: "Add a class" })).toHaveAttribute(
    "href",
    "/dashboard/add-class?season=summer-2027",
  );
  await chooseInMenu(user, "Paperwork");
  expect(at().pathname).toBe("/dashboard/seasons/summer-2027/paperwork");
});

test("offers a retry if the classes couldn't be loaded", async () => {
  api.fail(CLASSES, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(SEASON_URL, admin);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(CLASSES, [clay()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Clay Animals")).toBeVisible();
});

test.each([student, instructor])("is only for admins", (user) => expectRedirectHome(SEASON_URL, user));
