import { screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass, aSeason } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";
import type { ReviewedClass } from "../api";

const SUMMER = aSeason({ _id: "1" });
const LAST_SUMMER = aSeason({
  _id: "2",
  name: "Summer 2026",
  slug: "summer-2026",
  startsOn: "2026-06-15",
  endsOn: "2026-08-21",
  opensAt: "2026-01-10T14:00:00Z",
});
const URL = "/dashboard/seasons/summer-2027";
const CLASSES = "GET /classes?season=summer-2027";
const CONFLICTS = "GET /seasons/1/conflicts";

const clay = (overrides: Partial<ReviewedClass> = {}) =>
  aReviewedClass({
    _id: "7",
    nameClass: "Clay Animals",
    place: "Pottery",
    season: "summer-2027",
    ...overrides,
  });
const felt = (overrides: Partial<ReviewedClass> = {}) =>
  aReviewedClass({ _id: "8", nameClass: "Felt Hats", price: 60, season: "summer-2027", ...overrides });

beforeEach(() => {
  api.respond("GET /seasons", [SUMMER, LAST_SUMMER]);
  api.respond(CONFLICTS, []);
});

async function openPage(classes: ReviewedClass[], query = "") {
  api.respond(CLASSES, classes);
  const view = await renderAt(URL + query, admin);
  await screen.findByRole("heading", { name: "Summer 2027" });
  return view;
}

const rowOf = (name: string) => within(screen.getByText(name).closest("tr") as HTMLElement);
const names = () =>
  screen
    .getAllByRole("checkbox", { name: /^Choose (?!all|this)/ })
    .map((box) => box.getAttribute("aria-label")?.replace("Choose ", ""));

test("shows the season and its classes", async () => {
  await openPage([clay({ enroll: 4, seats: 6, waiting: 2, minSeats: 5 })]);
  expect(screen.getByText(/Jun 14 – Aug 20, 2027\. Announced/)).toBeVisible();
  const row = rowOf("Clay Animals");
  for (const text of ["Ida Instructor", "Pending", "2", "Low"]) expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole("button", { name: "Price of Clay Animals: $45.50, change" })).toBeVisible();
  expect(row.getByRole("button", { name: "Seats of Clay Animals: 10, change" })).toBeVisible();
  expect(row.getByRole("link", { name: "Clay Animals" })).toHaveAttribute(
    "href",
    "/dashboard/update-class/7",
  );
});

test("searches, filters and sorts the classes, and keeps that in the address", async () => {
  const { user, at } = await openPage([clay(), felt({ status: "Approved" })]);
  await user.click(screen.getByRole("button", { name: "Price" }));
  expect(names()).toEqual(["Clay Animals", "Felt Hats"]);
  await user.click(screen.getByRole("button", { name: "Price" }));
  expect(names()).toEqual(["Felt Hats", "Clay Animals"]);
  expect(screen.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending");
  await user.selectOptions(screen.getByLabelText("Status"), "Approved");
  expect(names()).toEqual(["Felt Hats"]);
  await waitFor(() => expect(at().search).toBe("?status=Approved&sort=-price"));
  await user.type(screen.getByLabelText(/^Search/), "clay");
  await user.click(await screen.findByRole("button", { name: "Show all classes" }));
  expect(names()).toHaveLength(2);
});

test("shows a hundred rows at first, and all of them on demand", async () => {
  const many = Array.from({ length: 120 }, (_, index) =>
    clay({ _id: String(index), nameClass: `Clay ${index}` }),
  );
  const { user } = await openPage(many);
  expect(names()).toHaveLength(100);
  await user.click(screen.getByRole("button", { name: "Show all 120" }));
  expect(names()).toHaveLength(120);
  expect(screen.getByRole("link", { name: "Clay 100" })).toHaveFocus();
});

test("restores the search from the address", async () => {
  await openPage([clay(), felt()], "?q=hats");
  expect(names()).toEqual(["Felt Hats"]);
});

test("shows which classes overlap, and filters by that", async () => {
  const conflict = { kind: "place" as const, lessonIds: ["1", "2"], classIds: ["7", "8"] };
  api.respond(CONFLICTS, [conflict, conflict]);
  const { user } = await openPage([clay(), felt(), felt({ _id: "9", nameClass: "Paper" })]);
  expect(rowOf("Clay Animals").getByText("Same place as Felt Hats (2 lessons)")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "2 classes have conflicts" }));
  expect(names()).toEqual(["Clay Animals", "Felt Hats"]);
});

test("changes a value in place with the keyboard, and returns the focus", async () => {
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openPage([clay()]);
  await user.click(screen.getByRole("button", { name: /^Price of Clay Animals/ }));
  const input = screen.getByRole("textbox", { name: "Price of Clay Animals" });
  expect(input).toHaveFocus();
  await user.keyboard("50{Enter}");
  const button = await screen.findByRole("button", { name: "Price of Clay Animals: $50, change" });
  expect(button).toHaveFocus();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ price: 50 });
});

test("changes the capacity by the free seats, so that enrollments since then don't matter", async () => {
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openPage([clay({ enroll: 4, seats: 6 })]);
  await user.click(screen.getByRole("button", { name: /^Seats of Clay Animals/ }));
  await user.keyboard("15");
  await user.tab();
  expect(await screen.findByRole("button", { name: "Seats of Clay Animals: 15, change" })).toBeVisible();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ seats: 11, enroll: 4 });
});

test("shows a new conflict after the place was changed", async () => {
  api.respond("PATCH /classes/8", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openPage([clay(), felt()]);
  api.respond(CONFLICTS, [{ kind: "place", lessonIds: ["1", "2"], classIds: ["7", "8"] }]);
  await user.click(screen.getByRole("button", { name: /^Place of Felt Hats/ }));
  await user.keyboard("Pottery{Enter}");
  expect(await screen.findByText("Same place as Clay Animals (1 lesson)")).toBeVisible();
});

test.each([
  ["Price of Clay Animals", "0.10", "0, or $0.50 to $10,000"],
  ["Seats of Clay Animals", "3", "4 are sold"],
  ["Minimum of Clay Animals", "none", "1 to 1,000, or empty"],
])("refuses a wrong %s and sends nothing", async (name, typed, problem) => {
  const { user } = await openPage([clay()]);
  await user.click(screen.getByRole("button", { name: new RegExp(`^${name}`) }));
  await user.keyboard(`${typed}{Enter}`);
  expect(screen.getByRole("textbox", { name })).toHaveAccessibleDescription(problem);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: new RegExp(`^${name}`) })).toHaveFocus();
  expect(api.requests("PATCH /classes/7")).toEqual([]);
});

test("shows the server's refusal at the value, and keeps what was typed", async () => {
  api.fail("PATCH /classes/7", 409, "seats_held", "More seats than that are already taken.");
  const { user } = await openPage([clay()]);
  await user.click(screen.getByRole("button", { name: /^Seats of Clay Animals/ }));
  await user.keyboard("5{Enter}");
  expect(await screen.findByText("More seats than that are already taken.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Seats of Clay Animals" })).toHaveValue("5");
});

test("approves the chosen pending classes, and says which were refused", async () => {
  api.respond("PATCH /classes/approved", { approved: 1, refused: [{ id: "8", code: "already_decided" }] });
  const { user } = await openPage([
    clay(),
    felt(),
    felt({ _id: "9", nameClass: "Paper", status: "Approved" }),
  ]);
  await user.click(screen.getByRole("checkbox", { name: "Choose all 3" }));
  expect(screen.getByText("3 classes chosen")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve 2" }));
  api.respond(CLASSES, [clay({ status: "Approved" }), felt({ status: "Denied" })]);
  const dialog = within(await screen.findByRole("dialog", { name: "Approve 2 classes?" }));
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  expect(api.requests("PATCH /classes/approved")[0]?.body).toEqual({ ids: ["7", "8"] });
  expect(await findToast("1 class approved")).toBeVisible();
  expect(screen.getByText("Felt Hats was decided in the meantime.")).toBeVisible();
  await user.click(screen.getByText("Close"));
  expect(rowOf("Clay Animals").getByText("Approved")).toBeVisible();
  expect(screen.queryByText(/chosen$/)).toBeNull();
});

test("moves the chosen classes to another season", async () => {
  api.respond("PATCH /classes/season", { modifiedCount: 1, refused: [] });
  const { user } = await openPage([clay(), felt()]);
  await user.click(screen.getByRole("checkbox", { name: "Choose Felt Hats" }));
  await user.click(screen.getByRole("button", { name: "Set season" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Move 1 class" }));
  await user.selectOptions(dialog.getByLabelText("Season"), "Summer 2026");
  api.respond(CLASSES, [clay()]);
  await user.click(dialog.getByRole("button", { name: "Set Season" }));
  expect(api.requests("PATCH /classes/season")[0]?.body).toEqual({ ids: ["8"], season: "summer-2026" });
  await waitFor(() => expect(screen.queryByText("Felt Hats")).toBeNull());
});

test("copies a season after a preview of what will be created and skipped", async () => {
  const skipped = [{ classId: "3", nameClass: "Old Glass", code: "instructor_gone" as const }];
  api.respond("POST /seasons/1/copy", { created: 2, existing: 1, skipped });
  const { user } = await openPage([]);
  expect(screen.getByText("No classes in this season yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy a season" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Copy classes to Summer 2027" }));
  expect(dialog.getByLabelText("Copy from")).toHaveDisplayValue("Summer 2026");
  expect(await dialog.findByText(/^2 classes will be created as Pending\. 1 is here already/)).toBeVisible();
  expect(dialog.getByText("Old Glass: its instructor no longer teaches here.")).toBeVisible();
  api.respond(CLASSES, [clay(), felt()]);
  api.respond("POST /seasons/1/copy", { created: 2, existing: 1, skipped }, 201);
  await user.click(dialog.getByRole("button", { name: "Copy 2 classes" }));
  expect(api.requests("POST /seasons/1/copy").map(({ body }) => body)).toEqual([
    { from: "2", dryRun: true },
    { from: "2", dryRun: false },
  ]);
  expect(await screen.findByText("Felt Hats")).toBeVisible();
});

test("offers no copy if nothing is missing", async () => {
  api.respond("POST /seasons/1/copy", { created: 0, existing: 2, skipped: [] });
  const { user } = await openPage([clay(), felt()]);
  await user.click(screen.getByRole("button", { name: "Copy a season" }));
  expect(await screen.findByText(/^There's nothing to copy\. 2 are here already/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy classes" })).toBeDisabled();
});

const aSheet = () => new File(["x"], "classes.csv", { type: "text/csv" });

test("imports a spreadsheet after a preview", async () => {
  const outcome = {
    created: 2,
    existing: 0,
    instructors: [{ name: "Nia New", email: "nia@camp.example" }],
    warnings: [{ row: 3, column: "price", message: "is much higher than the others" }],
  };
  api.respond("POST /seasons/1/import", outcome);
  const { user } = await openPage([]);
  await user.click(screen.getByRole("button", { name: "Import a spreadsheet" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import classes to Summer 2027" }));
  await user.upload(dialog.getByLabelText("Spreadsheet"), aSheet());
  expect(await dialog.findByText("Nia New, nia@camp.example")).toBeVisible();
  expect(dialog.getByText("Row 3, price: is much higher than the others")).toBeVisible();
  api.respond(CLASSES, [clay(), felt()]);
  await user.click(dialog.getByRole("button", { name: "Import 2 classes" }));
  const forms = api.requests("POST /seasons/1/import").map(({ body }) => body as FormData);
  expect(forms.map((form) => form.get("dryRun"))).toEqual(["true", "false"]);
  expect(await screen.findByText("Felt Hats")).toBeVisible();
});

test("lists the problems of a spreadsheet by row and column, and imports nothing", async () => {
  api.handle("POST /seasons/1/import", () => Response.json({ errors: [PROBLEM] }, { status: 400 }));
  const { user } = await openPage([]);
  await user.click(screen.getByRole("button", { name: "Import a spreadsheet" }));
  await user.upload(await screen.findByLabelText("Spreadsheet"), aSheet());
  expect(await screen.findByText("Row 12, seats: must be a whole number")).toBeVisible();
  expect(screen.getByRole("button", { name: "Import classes" })).toBeDisabled();
  const forms = api.requests("POST /seasons/1/import").map(({ body }) => body as FormData);
  expect(forms.map((form) => form.get("dryRun"))).toEqual(["true"]);
});

const PROBLEM = { row: 12, column: "seats", message: "must be a whole number" };

test("changes the season with openings on the camp's clock, and follows its new address", async () => {
  api.respond("PUT /seasons/1", { modifiedCount: 1 });
  const { user, at } = await openPage([]);
  await user.click(screen.getByRole("button", { name: "Edit season" }));
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
  await waitFor(() => expect(at().pathname).toBe("/dashboard/seasons/camp-2027"));
  expect(api.requests("PUT /seasons/1")[0]?.body).toEqual({
    name: "Camp 2027",
    startsOn: "2027-06-14",
    endsOn: "2027-08-20",
    opensAt: "2027-01-09T14:00:00.000Z",
    returningOpensAt: "2027-01-07T14:00:00.000Z",
  });
  expect(await screen.findByText(/Registration opens Sat, Jan 9, 9:00 AM/)).toBeVisible();
});

test("shows the classes without a season", async () => {
  api.respond("GET /classes?season=none", [clay({ season: null })]);
  await renderAt("/dashboard/seasons/none", admin);
  expect(await screen.findByRole("heading", { name: "Classes without a season" })).toBeVisible();
  expect(names()).toEqual(["Clay Animals"]);
});

test("shows Not Found for an unknown season", async () => {
  await renderAt("/dashboard/seasons/winter", admin);
  expect(await screen.findByText("Sorry, we can't find that page.")).toBeVisible();
});

test("offers a retry if the classes couldn't be loaded", async () => {
  api.fail(CLASSES, 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(URL, admin);
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(CLASSES, [clay()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Clay Animals")).toBeVisible();
});

test.each([student, instructor])("is only for admins", (user) => expectRedirectHome(URL, user));
