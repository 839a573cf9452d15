import { screen, within } from "@testing-library/react";
import { calls } from "../../shared/paths";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import {
  acceptEvents,
  aLesson,
  aRow,
  button,
  eventsOf,
  eventually,
  openToday,
  rowOf,
  settleDatabase,
  text,
  useDatabase,
} from "../../testing/today";

beforeEach(useDatabase);
afterEach(settleDatabase);

test("takes a child in with one tap, and hands it over with two", async () => {
  acceptEvents([aLesson()]);
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  expect(await text(/^Here since 9:30\sAM$/)).toBeVisible();
  await user.click(await button("Out: Mia"));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Ben/ }));
  expect(await text(/^Left at 9:30\sAM with Ben$/)).toBeVisible();
  await eventually(() => expect(eventsOf()).toHaveLength(2));
  expect(eventsOf()).toMatchObject([
    { lessonId: "3", enrollmentId: "1", kind: "ARRIVED" },
    { kind: "LEFT", contactId: "5" },
  ]);
  expect(eventsOf()[0]?.at).toMatch(/^2027-07-05T13:30:/);
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
});

test("asks only whether the list has changed, and shows a new one", async () => {
  const lessons = [aLesson()];
  let tag = '"1"';
  api.handle("GET /today", (request) =>
    request.tag === tag
      ? new Response(null, { status: 304, headers: { ETag: tag } })
      : { body: lessons, headers: { ETag: tag } },
  );
  await openToday();
  await text("Not here yet");
  await advanceTime({ seconds: 31 });
  await eventually(() => expect(api.requests("GET /today").length).toBeGreaterThan(1));
  expect(api.requests("GET /today").slice(0, 2)).toMatchObject([{ tag: null }, { tag: '"1"' }]);
  expect(await text("Not here yet")).toBeVisible();
  lessons[0]?.rows.push(aRow({ enrollmentId: "2", name: "Leo" }));
  tag = '"2"';
  await advanceTime({ seconds: 31 });
  expect(await text("Leo")).toBeVisible();
  await advanceTime({ seconds: 31 });
  await eventually(() => expect(api.requests("GET /today").at(-1)?.tag).toBe('"2"'));
  expect(rowOf("Leo").getByText("Not here yet")).toBeVisible();
});

test("shows allergies and missing paperwork as text", async () => {
  const rows = [aRow(), aRow({ enrollmentId: "2", name: "Leo", allergies: null, missing: ["sheet"] })];
  acceptEvents([aLesson({ rows })]);
  await openToday();
  expect(await text("⚠ Allergies: Peanuts")).toBeVisible();
  expect(rowOf("Leo").getByText("Allergies not known")).toBeVisible();
  expect(rowOf("Leo").getByText("Paperwork missing")).toBeVisible();
});

test("says that a care sheet can't be read, which is not the same as none", async () => {
  acceptEvents([aLesson({ rows: [aRow({ allergies: null, readable: false })] })]);
  await openToday();
  expect(await text("⚠ This sheet can't be read. Call the office.")).toBeVisible();
  expect(screen.queryByText("Allergies not known")).toBeNull();
});

test("undoes the last tap, and marks a child as absent", async () => {
  acceptEvents([aLesson()]);
  const { user } = await openToday();
  await user.click(await button("Absent: Mia"));
  expect(await text("Can't come today")).toBeVisible();
  await user.click(await button("Undo: Mia"));
  expect(await text("Not here yet")).toBeVisible();
  await eventually(() => expect(eventsOf()).toHaveLength(2));
  const [absent, undo] = eventsOf();
  expect(undo).toMatchObject({ kind: "UNDO", undoes: absent?._id });
});

test("takes all children of a lesson in at once, except for those who are absent or not registered", async () => {
  const rows = [
    ...[aRow(), aRow({ enrollmentId: "2", name: "Leo" }), aRow({ enrollmentId: "3", name: "Zoe" })],
    aRow({ enrollmentId: "4", name: "Uma", registered: false }),
  ];
  acceptEvents([aLesson({ rows })]);
  const { user } = await openToday();
  await user.click(await button("Absent: Zoe"));
  await button("Undo: Zoe");
  expect(screen.getByText("All here (2)")).toBeVisible();
  await user.click(await button("All here (2): Clay"));
  await eventually(() => expect(eventsOf()).toHaveLength(3));
  expect(eventsOf().map(({ kind, enrollmentId }) => [kind, enrollmentId])).toEqual([
    ["ABSENT", "3"],
    ["ARRIVED", "1"],
    ["ARRIVED", "2"],
  ]);
  await eventually(() => expect(screen.getByText("2 of 4 here")).toBeVisible());
  expect(screen.queryByRole("button", { name: /^All here/ })).toBeNull();
});

test("opens the care sheet and the contacts of a child by its name", async () => {
  const rows = [
    aRow(),
    aRow({ enrollmentId: "2", name: "Leo", allergies: null, whatToDo: null, doctor: null, readable: false }),
  ];
  acceptEvents([aLesson({ rows })]);
  const { user } = await openToday();
  await user.click(await button(/^Mia/));
  const dialog = within(await screen.findByRole("dialog", { name: "Mia" }));
  expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Peanuts",
    "EpiPen",
    "Dr. Lee",
    "Sam, 555 0199",
    "Ben, uncle, 555 0100",
    "Ann, neighbor, 555 0101",
    "Eve, aunt",
  ]);
  expect(dialog.getByRole("link", { name: "555 0101" })).toHaveAttribute("href", "tel:5550101");
  expect(dialog.getByText("Must not collect")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(await button(/^Leo/));
  const other = within(await screen.findByRole("dialog", { name: "Leo" }));
  expect(other.getByText("This sheet can't be read. Call the office.")).toBeVisible();
  expect(other.queryByText(/No care sheet|Nothing to know/)).toBeNull();
  expect(other.getByRole("link", { name: "555 0199" })).toBeVisible();
});

test("says in its own words that it has no list without a network", async () => {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  api.disconnect("GET /today");
  await openToday();
  expect(await text(/^You're offline, and this device doesn't have today's list yet/)).toBeVisible();
});

test("asks for a reason for somebody who is not on the list, and says that the guardian learns of it", async () => {
  acceptEvents([aLesson()]);
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  await user.click(await button("Out: Mia"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Eve/).closest("p")).toHaveTextContent("must not collect Mia");
  expect(dialog.queryByRole("button", { name: /Eve|Ann/ })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Somebody else" }));
  const warning = dialog.getByText(/They get an email about it right away/);
  expect(warning).toHaveTextContent("call Sam at 555 0199 first");
  await user.type(dialog.getByLabelText(/Name/), " é vé ");
  await user.click(dialog.getByRole("button", { name: "Out" }));
  expect(await dialog.findByText("This person must not collect Mia.")).toBeVisible();
  expect(dialog.getByText("Please say why.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/Name/));
  await user.type(dialog.getByLabelText(/Name/), "Joan Doe");
  await user.type(dialog.getByLabelText(/Reason/), "Sam called.");
  await user.click(dialog.getByRole("button", { name: "Out" }));
  await eventually(() => expect(eventsOf()).toHaveLength(2));
  expect(eventsOf()[1]).toMatchObject({ kind: "LEFT", withName: "Joan Doe", reason: "Sam called." });
});

test("lets a parent without a name collect a child", async () => {
  acceptEvents([aLesson({ rows: [aRow({ guardianName: "" })] })]);
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  await user.click(await button("Out: Mia"));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Parent or guardian" }),
  );
  await eventually(() => expect(eventsOf()[1]).toMatchObject({ kind: "LEFT", withName: "" }));
});

test("lets an adult leave without a question", async () => {
  const adult = { guardianName: null, guardianPhone: null, allergies: null, contacts: [], barred: [] };
  acceptEvents([aLesson({ rows: [aRow(adult)] })]);
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  await user.click(await button("Out: Mia"));
  expect(await text(/^Left at/)).toBeVisible();
});

test("lets an admin choose who teaches a lesson today", async () => {
  acceptEvents([aLesson()]);
  embedInPage({
    [calls.instructors]: [{ _id: "9", name: "Oskar", email: "oskar@camp.example", photo: "", bio: "" }],
  });
  api.respond("PATCH /lessons/3", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/today", admin);
  await user.selectOptions(await screen.findByLabelText("Taught today by"), "Oskar");
  await eventually(() => expect(api.requests("PATCH /lessons/3")[0]?.body).toEqual({ substituteId: "9" }));
});

test("is for instructors and admins only", async () => {
  await expectRedirectHome("/dashboard/today", student);
});
