import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import {
  CLASSES,
  clay,
  felt,
  LAST_SUMMER,
  openSeason,
  respondWithSeasons,
  SEASON_URL,
  SUMMER,
  shownNames,
} from "../../testing/seasonPages";

beforeEach(respondWithSeasons);

test("copies a season after a preview of what will be created and skipped", async () => {
  const skipped = [{ classId: "3", nameClass: "Old Glass", code: "instructor_gone" as const }];
  api.respond("POST /seasons/1/copy", { created: 2, existing: 1, skipped });
  const { user } = await openSeason([]);
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
  const { user } = await openSeason([clay(), felt()]);
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
  const { user } = await openSeason([]);
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
  const { user } = await openSeason([]);
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
  const { user, at } = await openSeason([]);
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
    siblingPercent: 0,
  });
  expect(await screen.findByText(/Registration opens Sat, Jan 9, 9:00 AM/)).toBeVisible();
});

test("shows the classes without a season", async () => {
  api.respond("GET /classes?season=none", [clay({ season: null })]);
  await renderAt("/dashboard/seasons/none", admin);
  expect(await screen.findByRole("heading", { name: "Classes without a season" })).toBeVisible();
  expect(shownNames()).toEqual(["Clay Animals"]);
});

test("shows Not Found for an unknown season", async () => {
  await renderAt("/dashboard/seasons/winter", admin);
  expect(await screen.findByText("Sorry, we can't find that page.")).toBeVisible();
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
