import { screen, waitFor, within } from "@testing-library/react";
import { pages } from "../../shared/paths";
import { aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { matchMedia } from "../../testing/media";
import { findToast } from "../../testing/renderAt";
import {
  CLASSES,
  CONFLICTS,
  chooseInMenu,
  clay,
  felt,
  openSeason,
  respondWithSeasons,
  rowOf,
  shownNames,
} from "../../testing/seasonPages";

beforeEach(respondWithSeasons);

test("shows the season and its classes", async () => {
  await openSeason([
    clay({
      ...{ enroll: 4, seats: 6, waiting: 2, minSeats: 5, belowMinimum: true, ageFrom: 8, ageTo: 12 },
      ...{ firstDay: "2027-07-05", lastDay: "2027-07-09", weekdays: [1, 2, 3, 4, 5] },
      ...{ earliestTime: "09:00", latestTime: "12:00" },
    }),
  ]);
  expect(screen.getByText(/Jun 14 – Aug 20, 2027\. Announced/)).toBeVisible();
  const row = rowOf("Clay Animals");
  for (const text of ["Ida Instructor", "Pending", "2", "Low", "8 – 12", "9:00 AM – 12:00 PM"])
    expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole("button", { name: "Price of Clay Animals: $45.50, change" })).toBeVisible();
  expect(row.getByRole("button", { name: "Seats of Clay Animals: 10, change" })).toBeVisible();
  expect(row.getByRole("link", { name: "Clay Animals" })).toHaveAttribute("href", pages.staffClass("7"));
});

test("searches, filters and sorts the classes, and keeps that in the address", async () => {
  const { user, at } = await openSeason([clay(), felt({ status: "Approved" })]);
  await user.click(screen.getByRole("button", { name: "Price" }));
  expect(shownNames()).toEqual(["Clay Animals", "Felt Hats"]);
  await user.click(screen.getByRole("button", { name: "Price" }));
  expect(shownNames()).toEqual(["Felt Hats", "Clay Animals"]);
  expect(screen.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending");
  await waitFor(() => expect(at().search).toBe("?season=summer-2027&sort=-price"));
  await user.click(screen.getByRole("link", { name: "Approved (1)" }));
  expect(shownNames()).toEqual(["Felt Hats"]);
  expect(at().search).toBe("?season=summer-2027&sort=-price&view=table&status=Approved");
  await user.type(screen.getByLabelText(/^Search/), "clay");
  await user.click(await screen.findByRole("button", { name: "Show all classes" }));
  expect(shownNames()).toHaveLength(2);
});

test("shows the first rows, and all of them on demand", async () => {
  const many = Array.from({ length: 120 }, (_, index) =>
    clay({ _id: String(index), nameClass: `Clay ${index}` }),
  );
  const { user } = await openSeason(many);
  expect(shownNames()).toHaveLength(20);
  await user.click(screen.getByRole("button", { name: "Show all 120" }));
  expect(shownNames()).toHaveLength(120);
  expect(screen.getByRole("link", { name: "Clay 20" })).toHaveFocus();
});

test("restores the search from the address", async () => {
  await openSeason([clay(), felt()], "&q=hats");
  expect(shownNames()).toEqual(["Felt Hats"]);
});

test("shows which classes overlap, and filters by that", async () => {
  const conflict = { kind: "place" as const, lessonIds: ["1", "2"], classIds: ["7", "8"] };
  api.respond(CONFLICTS, [conflict, conflict]);
  const { user } = await openSeason([clay(), felt(), felt({ _id: "9", nameClass: "Paper" })]);
  expect(rowOf("Clay Animals").getByRole("listitem")).toHaveTextContent(
    "Same place as Felt Hats (2 lessons)",
  );
  expect(rowOf("Clay Animals").getByRole("link", { name: "Felt Hats" })).toHaveAttribute(
    "href",
    pages.staffClass("8"),
  );
  await user.click(screen.getByRole("button", { name: "2 classes have conflicts" }));
  expect(shownNames()).toEqual(["Clay Animals", "Felt Hats"]);
});

test("folds what else a class overlaps with", async () => {
  const names = ["Felt Hats", "Paper", "Looms", "Glass"];
  const others = names.map((nameClass, index) => felt({ _id: String(index + 8), nameClass }));
  api.respond(
    CONFLICTS,
    others.map(({ _id }) => ({ kind: "instructor" as const, lessonIds: ["1", _id], classIds: ["7", _id] })),
  );
  const { user } = await openSeason([clay(), ...others]);
  const row = rowOf("Clay Animals");
  expect(row.getByRole("link", { name: "Paper" })).toBeVisible();
  expect(row.getByRole("link", { name: "Looms", hidden: true })).not.toBeVisible();
  expect(row.getByText("2 more conflicts")).toHaveTextContent("2 more conflicts of Clay Animals");
  await user.click(row.getByText("2 more conflicts"));
  expect(row.getByRole("link", { name: "Glass" })).toBeVisible();
});

test("folds all that a class overlaps with on a phone", async () => {
  const matchesPhone = matchMedia();
  api.respond(CONFLICTS, [{ kind: "place", lessonIds: ["1", "2"], classIds: ["7", "8"] }]);
  const { user } = await openSeason([clay(), felt()]);
  const row = rowOf("Clay Animals");
  expect(row.getByRole("link", { name: "Felt Hats", hidden: true })).not.toBeVisible();
  expect(row.getByText("1 conflict")).toHaveTextContent("1 conflict of Clay Animals");
  await user.click(row.getByText("1 conflict"));
  expect(row.getByRole("link", { name: "Felt Hats" })).toBeVisible();
  matchesPhone(false);
  expect(row.queryByText("1 conflict")).toBeNull();
  expect(row.getByRole("link", { name: "Felt Hats" })).toBeVisible();
});

test("changes a value in place with the keyboard, and returns the focus", async () => {
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openSeason([clay()]);
  await user.click(screen.getByRole("button", { name: /^Price of Clay Animals/ }));
  const input = screen.getByRole("textbox", { name: "Price of Clay Animals" });
  expect(input).toHaveFocus();
  await user.keyboard("50{Enter}");
  const button = await screen.findByRole("button", { name: "Price of Clay Animals: $50, change" });
  expect(button).toHaveFocus();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ price: 50 });
});

test("changes the capacity by the unsold seats, so that enrollments since then don't matter", async () => {
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openSeason([clay({ enroll: 4, seats: 6 })]);
  await user.click(screen.getByRole("button", { name: /^Seats of Clay Animals/ }));
  await user.keyboard("15");
  await user.tab();
  expect(await screen.findByRole("button", { name: "Seats of Clay Animals: 15, change" })).toBeVisible();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ seats: 11, enroll: 4 });
});

test("shows a new conflict after the place was changed", async () => {
  api.respond("PATCH /classes/8", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openSeason([clay(), felt()]);
  api.respond(CONFLICTS, [{ kind: "place", lessonIds: ["1", "2"], classIds: ["7", "8"] }]);
  await user.click(screen.getByRole("button", { name: /^Place of Felt Hats/ }));
  await user.keyboard("Pottery{Enter}");
  expect(await screen.findAllByText(/^Same place as/)).toHaveLength(2);
});

test.each([
  ["Price of Clay Animals", "0.10", "0, or $0.50 to $10,000"],
  ["Seats of Clay Animals", "3", "4 are sold"],
  ["Minimum of Clay Animals", "none", "1 to 1,000, or empty"],
])("refuses a wrong %s and sends nothing", async (name, typed, problem) => {
  const { user } = await openSeason([clay()]);
  await user.click(screen.getByRole("button", { name: new RegExp(`^${name}`) }));
  await user.keyboard(`${typed}{Enter}`);
  expect(screen.getByRole("textbox", { name })).toHaveAccessibleDescription(problem);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: new RegExp(`^${name}`) })).toHaveFocus();
  expect(api.requests("PATCH /classes/7")).toEqual([]);
});

test("shows the server's refusal at the value, and keeps what was typed", async () => {
  api.fail("PATCH /classes/7", 409, "seats_held", "More seats than that are already taken.");
  const { user } = await openSeason([clay()]);
  await user.click(screen.getByRole("button", { name: /^Seats of Clay Animals/ }));
  await user.keyboard("5{Enter}");
  expect(await screen.findByText("More seats than that are already taken.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Seats of Clay Animals" })).toHaveValue("5");
});

test("approves the chosen pending classes, and says which were refused", async () => {
  api.respond("PATCH /classes/approved", { approved: 1, refused: [{ id: "8", code: "already_decided" }] });
  const { user } = await openSeason([
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
  await user.click(screen.getByText("Close", { selector: ".modal-footer *" }));
  expect(rowOf("Clay Animals").getByText("Approved")).toBeVisible();
  expect(screen.queryByText(/chosen$/)).toBeNull();
});

test("says in words why the school can't approve a class", async () => {
  const refused = [
    { id: "7", code: "lessons_over" },
    { id: "8", code: "instructor_gone" },
  ];
  api.respond("PATCH /classes/approved", { approved: 0, refused });
  const { user } = await openSeason([clay(), felt()]);
  await user.click(screen.getByRole("checkbox", { name: "Choose all 2" }));
  await user.click(screen.getByRole("button", { name: "Approve 2" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Clay Animals has no lessons to come.")).toBeVisible();
  expect(screen.getByText("Felt Hats has an instructor who can't teach anymore.")).toBeVisible();
});

test.each(["a desk", "a phone"])(
  "names the conflicts of the classes that it approves on %s",
  async (screenOf) => {
    if (screenOf === "a phone") matchMedia();
    api.respond(CONFLICTS, [{ kind: "instructor", lessonIds: ["1", "2"], classIds: ["7", "8"] }]);
    const { user } = await openSeason([clay(), felt(), felt({ _id: "9", nameClass: "Paper" })]);
    await user.click(screen.getByRole("checkbox", { name: "Choose all 3" }));
    await user.click(screen.getByRole("button", { name: "Approve 3" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve 3 classes?" }));
    expect(dialog.getByText("2 have conflicts:")).toBeVisible();
    expect(dialog.getAllByRole("listitem")[0]).toHaveTextContent(
      "Clay AnimalsSame instructor as Felt Hats (1 lesson)",
    );
    for (const name of ["Felt Hats", "Clay Animals"])
      expect(dialog.getByRole("link", { name })).toBeVisible();
  },
);

test("denies the chosen pending classes with one feedback", async () => {
  api.respond("PATCH /classes/denied", { denied: 1, refused: [{ id: "8", code: "already_decided" }] });
  const { user } = await openSeason([
    clay(),
    felt(),
    felt({ _id: "9", nameClass: "Paper", status: "Approved" }),
  ]);
  await user.click(screen.getByRole("checkbox", { name: "Choose all 3" }));
  await chooseInMenu(user, "Deny 2", "Change the chosen classes");
  const dialog = within(await screen.findByRole("dialog", { name: "Deny 2 classes?" }));
  await user.type(dialog.getByLabelText("Feedback (optional)"), "Too late.");
  await user.click(dialog.getByRole("button", { name: "Deny" }));
  expect(api.requests("PATCH /classes/denied")[0]?.body).toEqual({ ids: ["7", "8"], feedback: "Too late." });
  expect(await findToast("1 class denied")).toBeVisible();
  expect(screen.getByText("Felt Hats was decided in the meantime.")).toBeVisible();
});

test("sets an early price for the chosen classes, and removes it", async () => {
  api.respond("PATCH /classes/earlyPrice", { modified: 2, refused: [] });
  const { user } = await openSeason([clay(), felt()]);
  const openDialog = async () => {
    await user.click(screen.getByRole("checkbox", { name: "Choose all 2" }));
    await chooseInMenu(user, "Set early price", "Change the chosen classes");
    return within(await screen.findByRole("dialog", { name: "Early price of 2 classes" }));
  };
  const dialog = await openDialog();
  await user.type(dialog.getByLabelText("Percent less"), "10");
  await user.click(dialog.getByRole("button", { name: "Set Early Price" }));
  expect(dialog.getByText("An early price needs its last day.")).toBeVisible();
  await user.type(dialog.getByLabelText("Until"), "2027-02-01");
  const early = { earlyPrice: 40, earlyUntil: "2027-02-01" };
  api.respond(CLASSES, [clay(early), felt(early)]);
  await user.click(dialog.getByRole("button", { name: "Set Early Price" }));
  expect(await findToast("2 classes changed")).toBeVisible();
  expect(rowOf("Clay Animals").getByText("$40 until Feb 1")).toBeVisible();
  const again = await openDialog();
  await user.click(again.getByRole("button", { name: "Set Early Price" }));
  await waitFor(() => expect(api.requests("PATCH /classes/earlyPrice")).toHaveLength(2));
  expect(api.requests("PATCH /classes/earlyPrice").map(({ body }) => body)).toEqual([
    { ids: ["7", "8"], percent: 10, until: "2027-02-01" },
    { ids: ["7", "8"], percent: null, until: null },
  ]);
});

test("changes the early price with its last day in place", async () => {
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openSeason([clay()]);
  await user.click(screen.getByRole("button", { name: "Early price of Clay Animals: none, change" }));
  await user.keyboard("50{Enter}");
  const price = screen.getByRole("textbox", { name: "Early price of Clay Animals" });
  expect(price).toHaveAccessibleDescription("Below $45.50");
  await user.clear(price);
  await user.type(price, "40");
  await user.tab();
  expect(screen.getByLabelText("Last day of the early price of Clay Animals")).toHaveFocus();
  expect(api.requests("PATCH /classes/7")).toEqual([]);
  await user.type(screen.getByLabelText("Last day of the early price of Clay Animals"), "2027-02-01");
  await user.keyboard("{Enter}");
  expect(
    await screen.findByRole("button", {
      name: /^Early price of Clay Animals: \$40 until Feb.1, change$/,
    }),
  ).toHaveFocus();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ earlyPrice: 40, earlyUntil: "2027-02-01" });
});

test("changes the instructor in place", async () => {
  const [ida, nia] = [aUser({ _id: "2", name: "Ida Instructor" }), aUser({ _id: "6", name: "Nia New" })];
  api.respond("GET /instructors", [ida, nia]);
  api.respond("PATCH /classes/7", { modifiedCount: 1, noLongerFit: [] });
  const { user } = await openSeason([clay()]);
  await user.click(screen.getByRole("button", { name: /^Instructor of Clay Animals/ }));
  const select = screen.getByRole("combobox", { name: "Instructor of Clay Animals" });
  expect(select).toHaveDisplayValue("Ida Instructor");
  await user.selectOptions(select, "Nia New");
  api.respond(CLASSES, [clay({ instructorId: "6", instructorName: "Nia New" })]);
  await user.keyboard("{Enter}");
  expect(
    await screen.findByRole("button", { name: "Instructor of Clay Animals: Nia New, change" }),
  ).toBeVisible();
  expect(api.requests("PATCH /classes/7")[0]?.body).toEqual({ instructorId: "6" });
});

test("approves one chosen class as its card does", async () => {
  api.fail("PATCH /classes/approved/8", 409, "already_decided", "This class has already been denied.");
  const { user } = await openSeason([clay(), felt()]);
  await user.click(screen.getByRole("checkbox", { name: "Choose Felt Hats" }));
  await user.click(screen.getByRole("button", { name: "Approve 1" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
  expect(
    await screen.findByText("“Felt Hats”: Someone else got there first. This class has already been denied."),
  ).toBeVisible();
  expect(api.requests("PATCH /classes/approved")).toEqual([]);
});

test("moves the chosen classes to another season", async () => {
  api.respond("PATCH /classes/season", { modifiedCount: 1, refused: [] });
  const { user } = await openSeason([clay(), felt()]);
  await user.click(screen.getByRole("checkbox", { name: "Choose Felt Hats" }));
  await chooseInMenu(user, "Set season", "Change the chosen classes");
  const dialog = within(await screen.findByRole("dialog", { name: "Move 1 class" }));
  await user.selectOptions(dialog.getByLabelText("Season"), "Summer 2026");
  api.respond(CLASSES, [clay()]);
  await user.click(dialog.getByRole("button", { name: "Set Season" }));
  expect(api.requests("PATCH /classes/season")[0]?.body).toEqual({ ids: ["8"], season: "summer-2026" });
  await waitFor(() => expect(screen.queryByText("Felt Hats")).toBeNull());
});
