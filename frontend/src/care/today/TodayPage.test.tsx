import { act, screen, within } from "@testing-library/react";
import { IDBObjectStore } from "fake-indexeddb";
import { calls } from "../../shared/paths";
import { TODAY_ROWS, UNSENT_KEY, USER_KEY } from "../../shared/storage";
import { aSiteToken } from "../../testing/builders";
import { embedInPage } from "../../testing/embedInPage";
import { api } from "../../testing/fakes/fakeApi";
import {
  admin,
  expectRedirectHome,
  instructor,
  rememberBefore,
  renderAt,
  student,
} from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import { acceptEvents, aLesson, aRow, eventually, settleDatabase, useDatabase } from "../../testing/today";
import type { NewEvent, TodayLesson } from "./todayApi";

beforeEach(useDatabase);
afterEach(settleDatabase);

const open = () => renderAt("/dashboard/today", instructor);
const rowOf = (name: string) =>
  within(
    screen.getAllByRole("listitem").find((item) => item.id && within(item).queryByText(name)) as HTMLElement,
  );
const button = (name: string) => screen.findByRole("button", { name });
const list = (name: string) => within(screen.getByRole("region", { name }));
const eventsOf = () =>
  api.requests("POST /presence").flatMap(({ body }) => (body as { events: NewEvent[] }).events);

/** The network is gone until the returned function is called. */
function goOffline(lessons: TodayLesson[]): () => void {
  api.disconnect("POST /presence");
  api.disconnect("GET /today");
  return () => acceptEvents(lessons);
}

test("takes a child in with one tap, and hands it over with two", async () => {
  acceptEvents([aLesson()]);
  const { user } = await open();
  await user.click(await button("In: Mia"));
  expect(await screen.findByText(/^Here since 9:30\sAM$/)).toBeVisible();
  await user.click(await button("Out: Mia"));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Ben/ }));
  expect(await screen.findByText(/^Left at 9:30\sAM with Ben$/)).toBeVisible();
  await eventually(() => expect(eventsOf()).toHaveLength(2));
  expect(eventsOf()).toMatchObject([
    { lessonId: "3", enrollmentId: "1", kind: "ARRIVED" },
    { kind: "LEFT", contactId: "5" },
  ]);
  expect(eventsOf()[0]?.at).toMatch(/^2027-07-05T13:30:/);
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
});

test("shows allergies and missing paperwork as text", async () => {
  const rows = [aRow(), aRow({ enrollmentId: "2", name: "Leo", allergies: null, missing: ["sheet"] })];
  acceptEvents([aLesson({ rows })]);
  await open();
  expect(await screen.findByText("⚠ Allergies: Peanuts")).toBeVisible();
  expect(rowOf("Leo").getByText("Allergies not known")).toBeVisible();
  expect(rowOf("Leo").getByText("Paperwork missing")).toBeVisible();
});

test("undoes the last tap, and marks a child as absent", async () => {
  acceptEvents([aLesson()]);
  const { user } = await open();
  await user.click(await button("Absent: Mia"));
  expect(await screen.findByText("Can't come today")).toBeVisible();
  await user.click(await button("Undo: Mia"));
  expect(await screen.findByText("Not here yet")).toBeVisible();
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
  await open();
  await screen.findByText("Early birds");
  expect(
    list("Expected and not here")
      .getAllByRole("link")
      .map((each) => each.textContent),
  ).toEqual(["Mia, Clay"]);
  expect(list("Still here after the end").getByRole("link", { name: "Ida, Early birds" })).toBeVisible();
  expect(list("Here and not registered").getByRole("link", { name: "Leo, Clay" })).toBeVisible();
});

test("asks for a reason for somebody who is not on the list, and says that the guardian learns of it", async () => {
  acceptEvents([aLesson()]);
  const { user } = await open();
  await user.click(await button("In: Mia"));
  await user.click(await button("Out: Mia"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Eve/).closest("p")).toHaveTextContent("must not collect Mia");
  expect(dialog.queryByRole("button", { name: /Eve|Ann/ })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Somebody else" }));
  const warning = dialog.getByText(/They get an email about it right away/);
  expect(warning).toHaveTextContent("call Sam at 555 0199 first");
  await user.type(dialog.getByLabelText(/Name/), "eve ");
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
  const { user } = await open();
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
  const { user } = await open();
  await user.click(await button("In: Mia"));
  await user.click(await button("Out: Mia"));
  expect(await screen.findByText(/^Left at/)).toBeVisible();
});

test("keeps what was tapped without a network, also if the tab is closed, and sends it later", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await open();
  await screen.findByText("Not here yet");
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  const reconnect = goOffline(lessons);
  await first.user.click(await button("In: Mia"));
  await eventually(() => expect(screen.getByText("1 not sent yet")).toBeVisible());
  await settleDatabase();
  expect(localStorage.getItem(UNSENT_KEY)).toBe("1");
  first.unmount();

  await open();
  expect(await screen.findByText(/^Here since/)).toBeVisible();
  expect(screen.getByText("1 not sent yet")).toBeVisible();
  reconnect();
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  expect(lessons[0]?.rows[0]?.events).toHaveLength(1);
  expect(localStorage.getItem(UNSENT_KEY)).toBeNull();
});

test("keeps what was tapped if the server refuses the token, and sends it after the next login", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await open();
  await screen.findByText("Not here yet");
  api.fail("POST /presence", 401, "bad_token", "Please log in.");
  api.fail("POST /jwt", 401, "bad_token", "Please log in.");
  await first.user.click(await button("In: Mia"));
  await eventually(() => expect(first.at().pathname).toBe("/login"));
  first.unmount();

  acceptEvents(lessons);
  await open();
  await eventually(() => expect(lessons[0]?.rows[0]?.events).toHaveLength(1));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
});

test("opens without a network although the token has expired", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await open();
  await screen.findByText("Not here yet");
  await eventually(async () => expect(await databaseNames()).toContain(TODAY_ROWS));
  first.unmount();
  goOffline(lessons);
  const verify = rememberBefore(instructor, aSiteToken({ lifetime: -60 }));
  api.disconnect("POST /jwt");
  await renderAt("/dashboard/today");
  await verify();
  await eventually(() => expect(screen.getByRole("button", { name: "In: Mia" })).toBeVisible());
});

test("sends nothing of another user", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await open();
  await screen.findByText("Not here yet");
  goOffline(lessons);
  await first.user.click(await button("In: Mia"));
  await settleDatabase();
  first.unmount();
  acceptEvents(lessons);
  localStorage.removeItem(USER_KEY);
  const sentBefore = api.requests("POST /presence").length;
  await renderAt("/dashboard/today", admin);
  expect(await screen.findByText("Not here yet")).toBeVisible();
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  expect(api.requests("POST /presence")).toHaveLength(sentBefore);
});

test("forgets the list at midnight in the camp's time zone, but not what was not sent", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await open();
  await screen.findByText("Not here yet");
  goOffline(lessons);
  await user.click(await button("In: Mia"));
  await settleDatabase();
  jest.setSystemTime(new Date("2027-07-06T03:59:00Z"));
  await advanceTime({ seconds: 30 });
  expect(screen.getByText(/^Here since/)).toBeVisible();
  await advanceTime({ seconds: 40 });
  await eventually(() => expect(screen.queryByText(/^Here since/)).toBeNull());
  expect(screen.getByText("1 not sent yet")).toBeVisible();
  acceptEvents([]);
  await advanceTime({ seconds: 40 });
  await eventually(() => expect(screen.getByText("No lessons today")).toBeVisible());
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
});

test("says that the storage is full, and sends what it cannot store", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await open();
  await screen.findByText("Not here yet");
  const reconnect = goOffline(lessons);
  jest.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  await user.click(await button("In: Mia"));
  await eventually(() =>
    expect(screen.getByRole("alert")).toHaveTextContent("This device's storage is full"),
  );
  reconnect();
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  expect(lessons[0]?.rows[0]?.events).toHaveLength(1);
});

test("shows the state that another device has recorded", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await open();
  await screen.findByText("Not here yet");
  const reconnect = goOffline(lessons);
  await user.click(await button("In: Mia"));
  await settleDatabase();
  const other = { _id: "00000000-0000-4000-8000-000000000001", withName: "", undoes: null };
  lessons[0]?.rows[0]?.events.push({ ...other, kind: "ARRIVED", at: "2027-07-05T13:20:00Z" });
  reconnect();
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() => expect(screen.getByText(/^Here since 9:20\sAM$/)).toBeVisible());
});

test("an answer that the server wrote before the last tap does not take it back", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await open();
  await screen.findByText("Not here yet");
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  const before = structuredClone(lessons);
  let answer = () => {};
  api.handle("GET /today", () => new Promise((resolve) => (answer = () => resolve({ body: before }))));
  await act(async () => void window.dispatchEvent(new Event("online")));
  await user.click(await button("In: Mia"));
  await eventually(() => expect(lessons[0]?.rows[0]?.events).toHaveLength(1));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  await act(async () => answer());
  await settleDatabase();
  expect(screen.getByText(/^Here since/)).toBeVisible();
});

test("shows what the server has refused, and records it with a reason", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await open();
  await user.click(await button("In: Mia"));
  await eventually(() => expect(lessons[0]?.rows[0]?.events).toHaveLength(1));
  api.handle("POST /presence", ({ body }) => {
    const { events } = body as { events: NewEvent[] };
    return { body: { accepted: 0, refused: events.map(({ _id }) => ({ id: _id, code: "not_authorized" })) } };
  });
  await user.click(await button("Out: Mia"));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Ben/ }));
  await eventually(() =>
    expect(screen.getByRole("region", { name: "Not recorded" })).toHaveTextContent(
      "this person isn't on the list anymore",
    ),
  );
  expect(screen.getByText(/^Here since/)).toBeVisible();
  acceptEvents(lessons);
  await advanceTime({ seconds: 20 });
  await user.click(await button("Say who collected Mia"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Somebody else" }));
  await user.type(dialog.getByLabelText(/Name/), "Ben");
  await user.type(dialog.getByLabelText(/Reason/), "He was on the list.");
  await user.click(dialog.getByRole("button", { name: "Out" }));
  // At the time at which the child really left.
  await eventually(() => expect(screen.getByText(/^Left at 9:30\sAM with Ben$/)).toBeVisible());
  await eventually(() => expect(screen.queryByRole("region", { name: "Not recorded" })).toBeNull());
});

test("one event that the server cannot read does not hold up the others", async () => {
  const lessons = [aLesson({ rows: [aRow(), aRow({ enrollmentId: "2", name: "Leo" })] })];
  acceptEvents(lessons);
  const { user } = await open();
  await button("In: Mia");
  goOffline(lessons);
  await user.click(await button("In: Mia"));
  await user.click(await button("In: Leo"));
  await eventually(() => expect(screen.getByText("2 not sent yet")).toBeVisible());
  api.handle("POST /presence", ({ body }) => {
    const { events } = body as { events: NewEvent[] };
    if (events.some(({ enrollmentId }) => enrollmentId === "1"))
      return { status: 400, body: { code: "invalid", message: "Bad." } };
    return { body: { accepted: events.length, refused: [] } };
  });
  api.respond("GET /today", lessons);
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() =>
    expect(screen.getByRole("region", { name: "Not recorded" })).toHaveTextContent("Mia"),
  );
  await user.click(await button("Discard: Mia, arrived"));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  expect(screen.queryByRole("region", { name: "Not recorded" })).toBeNull();
});

test("deletes everything at a logout, after a question if something was not sent", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user, at } = await open();
  await screen.findByText("Not here yet");
  goOffline(lessons);
  await user.click(await button("In: Mia"));
  await settleDatabase();
  const confirm = jest.spyOn(window, "confirm").mockReturnValue(false);
  await user.click(await button("Log Out"));
  expect(confirm).toHaveBeenCalledWith(expect.stringContaining("Not sent yet from Today: 1."));
  expect(at().pathname).toBe("/dashboard/today");
  confirm.mockReturnValue(true);
  await user.click(await button("Log Out"));
  await eventually(async () => expect(await databaseNames()).toEqual([]));
  expect(localStorage.getItem(UNSENT_KEY)).toBeNull();
});

test("stores nothing that can be read without the key", async () => {
  acceptEvents([aLesson()]);
  await open();
  await screen.findByText("Not here yet");
  await eventually(async () => expect(await databaseNames()).toContain(TODAY_ROWS));
  await eventually(async () => expect(await storedValues()).toHaveLength(2));
  const [day, key] = await storedValues();
  expect((key as CryptoKey).extractable).toBe(false);
  await expect(crypto.subtle.exportKey("raw", key as CryptoKey)).rejects.toThrow();
  const { data } = day as { data: ArrayBuffer };
  expect(new TextDecoder().decode(data)).not.toMatch(/Mia|Peanuts/);
});

test("shows an error if there is neither a network nor a list of today", async () => {
  goOffline([]);
  await open();
  await eventually(() => expect(screen.getByRole("alert")).toHaveTextContent("We couldn't reach"));
  acceptEvents([aLesson()]);
  await act(async () => screen.getByRole("button", { name: "Try again" }).click());
  expect(await button("In: Mia")).toBeVisible();
});

test("prints a sign-in sheet and the emergency folder", async () => {
  acceptEvents([aLesson()]);
  const { user, router } = await open();
  await user.click(await screen.findByRole("link", { name: "Sign-in sheet to print" }));
  const row = within((await screen.findByRole("rowheader", { name: "Mia, 9" })).closest("tr") as HTMLElement);
  expect(row.getByText(/Sam, Ben/)).toBeVisible();
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
      nothingToTell: false,
      confirmedAt: "2027-06-01T12:00:00Z",
      contacts: [{ ...person, _id: "5", emergency: true, mayPickUp: true, barred: false }],
      missing: [],
    },
  ]);
  await act(() => router.navigate("/dashboard/today?print=emergency"));
  expect(await screen.findByText("EpiPen")).toBeVisible();
  expect(screen.getByText("Ben, uncle, 555 0100")).toBeVisible();
});

test.each([
  ["a substitute", () => api.fail("GET /classes/7/care", 404, "not_found", "Not found."), /own instructor/],
  ["a page without a network", () => api.disconnect("GET /classes/7/care"), /couldn't reach/],
])("shows what Today knows in the emergency folder of %s", async (_, fail, reason) => {
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
      ],
    }),
  ]);
  fail();
  await renderAt("/dashboard/today?print=emergency", instructor);
  expect(await screen.findByText(reason)).toBeVisible();
  const [mia, leo, ann] = screen.getAllByRole("article");
  expect(mia).toHaveTextContent(/Peanuts.*Sam, 555 0199.*Ann, neighbor, 555 0101.*Must not collectEve, aunt/);
  expect(mia).not.toHaveTextContent("No care sheet");
  expect(leo).toHaveTextContent("Allergies and conditionsNone");
  expect(ann).not.toHaveTextContent("Allergies");
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

async function databaseNames(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

/** The values in the database of the list, as they are stored. */
function storedValues(): Promise<unknown[]> {
  return new Promise((resolve) => {
    indexedDB.open(TODAY_ROWS).onsuccess = ({ target }) => {
      const database = (target as IDBOpenDBRequest).result;
      database.transaction("keyval").objectStore("keyval").getAll().onsuccess = (event) => {
        database.close();
        resolve((event.target as IDBRequest<unknown[]>).result);
      };
    };
  });
}
