import { act, screen, within } from "@testing-library/react";
import { calls } from "../../shared/paths";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import { admin, expectRedirectHome, instructor, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import {
  acceptEvents,
  aLesson,
  aRow,
  button,
  eventsOf,
  eventually,
  list,
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

test("always shows the three lists", async () => {
  const arrived = (id: string) => ({
    _id: id,
    kind: "ARRIVED" as const,
    at: "2027-07-05T12:00:00Z",
    withName: "",
    undoes: null,
  });
  acceptEvents([
    aLesson({
      rows: [aRow(), aRow({ enrollmentId: "2", name: "Leo", registered: false, events: [arrived("a")] })],
    }),
    aLesson({
      lessonId: "4",
      nameClass: "Early birds",
      startsAt: "2027-07-05T11:00:00Z",
      endsAt: "2027-07-05T13:00:00Z",
      rows: [aRow({ enrollmentId: "5", name: "Ida", events: [arrived("b")] })],
    }),
    aLesson({
      lessonId: "6",
      nameClass: "Later",
      startsAt: "2027-07-05T18:00:00Z",
      endsAt: "2027-07-05T19:00:00Z",
    }),
  ]);
  await openToday();
  await text("Early birds");
  expect(
    list("Expected and not here")
      .getAllByRole("link")
      .map((each) => each.textContent),
  ).toEqual(["Mia, Clay"]);
  expect(list("Still here after the end").getByRole("link", { name: "Ida, Early birds" })).toBeVisible();
  expect(list("Here and not registered").getByRole("link", { name: "Leo, Clay" })).toBeVisible();
});

test("shows no empty list of those who need attention", async () => {
  acceptEvents([aLesson({ startsAt: "2027-07-05T18:00:00Z", endsAt: "2027-07-05T19:00:00Z" })]);
  await openToday();
  await button("In: Mia");
  expect(screen.queryByRole("region", { name: "Expected and not here" })).toBeNull();
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

test("prints a sign-in sheet and the emergency folder", async () => {
  acceptEvents([aLesson()]);
  const { user, router } = await openToday();
  await user.click(await screen.findByRole("link", { name: "Print a sign-in sheet" }));
  const row = within(
    (await screen.findByRole("rowheader", { name: /^Mia, 9/ })).closest("tr") as HTMLElement,
  );
  expect(row.getByText("Allergies: Peanuts")).toBeVisible();
  expect(row.getByText("555 0199").closest("td")).toHaveTextContent("Sam, 555 0199");
  expect(row.getByText("Ben")).toBeVisible();
  expect(row.getByText("Not by Eve!")).toBeVisible();
  const texts = { allergies: "Peanuts", whatToDo: "EpiPen", medication: "", needs: "", diet: "", doctor: "" };
  const person = { name: "Ben", relation: "uncle", phone: "555 0100" };
  api.respond("GET /classes/7/care", [
    {
      ...texts,
      enrollmentId: "1",
      childId: "1",
      name: "Mia",
      age: 9,
      guardianName: "Sam",
      guardianPhone: "555 0199",
      secondGuardians: [{ name: "Dana", phone: "555 0177" }],
      readable: true,
      nothingToTell: false,
      confirmedAt: "2027-06-01T12:00:00Z",
      contacts: [{ ...person, _id: "5", emergency: true, mayPickUp: true, barred: false }],
      missing: [],
    },
  ]);
  await act(() => router.navigate("/dashboard/today?print=emergency"));
  expect(await text("EpiPen")).toBeVisible();
  expect(screen.getByText("Ben, uncle, 555 0100")).toBeVisible();
  expect(screen.getByText("Dana, 555 0177")).toBeVisible();
});

test("shows what Today knows in the emergency folder of a page without a network", async () => {
  const adult = {
    enrollmentId: "3",
    name: "Ann",
    guardianName: null,
    guardianPhone: null,
    contacts: [],
    barred: [],
  };
  acceptEvents([
    aLesson({
      rows: [
        aRow(),
        aRow({ enrollmentId: "2", name: "Leo", allergies: "" }),
        aRow({ ...adult, allergies: null }),
        aRow({ enrollmentId: "4", name: "Zoe", allergies: null, readable: false }),
      ],
    }),
  ]);
  api.disconnect("GET /classes/7/care");
  await renderAt("/dashboard/today?print=emergency", instructor);
  expect(await text(/couldn't reach/)).toBeVisible();
  const [mia, leo, ann, zoe] = screen.getAllByRole("article");
  expect(mia).toHaveTextContent(/Peanuts.*Sam, 555 0199.*Ann, neighbor, 555 0101.*Must not collectEve, aunt/);
  expect(mia).not.toHaveTextContent("No care sheet");
  expect(leo).toHaveTextContent("Allergies and conditionsNone");
  expect(ann).not.toHaveTextContent("Allergies");
  expect(zoe).toHaveTextContent("This sheet can't be read. Call the office.");
  expect(zoe).not.toHaveTextContent(/Allergies|Not known/);
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
