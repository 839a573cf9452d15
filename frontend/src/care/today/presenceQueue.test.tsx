import { act, screen, within } from "@testing-library/react";
import { IDBObjectStore } from "fake-indexeddb";
import { keepInStorage, readKept, TODAY_LIST, UNSENT_KEY, USER_KEY } from "../../shared/storage";
import { aSiteToken } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, instructor, rememberBefore, renderAt } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import {
  acceptEvents,
  aLesson,
  aRow,
  button,
  eventually,
  goOffline,
  openToday,
  settleDatabase,
  text,
  useDatabase,
} from "../../testing/today";
import type { NewEvent } from "./api";
import { LEAD_KEY } from "./board";

beforeEach(useDatabase);
afterEach(settleDatabase);

test("keeps what was tapped without a network, also if the tab is closed, and sends it later", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await openToday();
  await text("Not here yet");
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  const reconnect = goOffline(lessons);
  await first.user.click(await button("In: Mia"));
  await eventually(() => expect(screen.getByText("1 not sent yet")).toBeVisible());
  await settleDatabase();
  expect(localStorage.getItem(UNSENT_KEY)).toBe("1");
  first.unmount();

  await openToday();
  expect(await text(/^Here since/)).toBeVisible();
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
  const first = await openToday();
  await text("Not here yet");
  api.fail("POST /presence", 401, "bad_token", "Please log in.");
  api.fail("POST /jwt", 401, "bad_token", "Please log in.");
  await first.user.click(await button("In: Mia"));
  await eventually(() => expect(first.at().pathname).toBe("/login"));
  first.unmount();

  acceptEvents(lessons);
  await openToday();
  await eventually(() => expect(lessons[0]?.rows[0]?.events).toHaveLength(1));
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
});

test("opens without a network although the token has expired", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await openToday();
  await text("Not here yet");
  await untilListIsStored();
  first.unmount();
  goOffline(lessons);
  const verify = rememberBefore(instructor, aSiteToken({ lifetime: -60 }));
  api.disconnect("POST /jwt");
  await renderAt("/dashboard/today");
  await verify();
  await eventually(() => expect(screen.getByRole("button", { name: "In: Mia" })).toBeVisible());
});

test("records the server's hours after a reload without a network, though the device's clock is hours slow", async () => {
  jest.setSystemTime(new Date("2027-07-05T10:30:00Z"));
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await openToday();
  await text("Not here yet");
  await untilListIsStored();
  first.unmount();
  keepInStorage(LEAD_KEY, 3 * 3_600_000, 1);
  const reconnect = goOffline(lessons);
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  expect(await text(/^Here since 9:30\sAM$/)).toBeVisible();
  reconnect();
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() => expect(lessons[0]?.rows[0]?.events[0]?.at).toMatch(/^2027-07-05T13:30/));
});

test("keeps what the server tells about its clock, and believes it more than what it has kept", async () => {
  keepInStorage(LEAD_KEY, 3 * 3_600_000, 1);
  const lessons = [aLesson()];
  acceptEvents(lessons);
  api.respond("GET /today", lessons, 200, { Date: new Date().toUTCString() });
  const { user } = await openToday();
  await user.click(await button("In: Mia"));
  expect(await text(/^Here since 9:30\sAM$/)).toBeVisible();
  expect(Math.abs(readKept(LEAD_KEY) as number)).toBeLessThan(2_000);
});

test("opens what to do about a child without a network, but not after midnight", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await openToday();
  await text("Not here yet");
  await untilListIsStored();
  first.unmount();
  goOffline(lessons);
  const { user } = await openToday();
  await user.click(await button(/^Mia/));
  expect(within(await screen.findByRole("dialog", { name: "Mia" })).getByText("EpiPen")).toBeVisible();
  jest.setSystemTime(new Date("2027-07-06T04:00:00Z"));
  await advanceTime({ seconds: 40 });
  await eventually(() => expect(screen.queryByText("EpiPen")).toBeNull());
  await eventually(async () => expect(await storedValues()).toHaveLength(1));
});

test("sends nothing of another user", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const first = await openToday();
  await text("Not here yet");
  goOffline(lessons);
  await first.user.click(await button("In: Mia"));
  await settleDatabase();
  first.unmount();
  acceptEvents(lessons);
  localStorage.removeItem(USER_KEY);
  const sentBefore = api.requests("POST /presence").length;
  await renderAt("/dashboard/today", admin);
  expect(await text("Not here yet")).toBeVisible();
  await eventually(() => expect(screen.getByText("All sent")).toBeVisible());
  expect(api.requests("POST /presence")).toHaveLength(sentBefore);
});

test("forgets the list at midnight in the camp's time zone, but not what was not sent", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user } = await openToday();
  await text("Not here yet");
  goOffline(lessons);
  await user.click(await button("In: Mia"));
  await text(/^Here since/);
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
  const { user } = await openToday();
  await text("Not here yet");
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
  const { user } = await openToday();
  await text("Not here yet");
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
  const { user } = await openToday();
  await text("Not here yet");
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
  const { user } = await openToday();
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
  const { user } = await openToday();
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

test("deletes the list when the server refuses the user", async () => {
  acceptEvents([aLesson()]);
  const { at } = await openToday();
  await text("Not here yet");
  await untilListIsStored();
  api.fail("GET /today", 403, "forbidden", "This isn't for you.");
  await act(async () => void window.dispatchEvent(new Event("online")));
  await eventually(() => expect(at().pathname).toBe("/login"));
  await eventually(async () => expect(await databaseNames()).not.toContain(TODAY_LIST));
  expect(screen.queryByText("Peanuts", { exact: false })).toBeNull();
});

test("deletes everything at a logout, after a question if something was not sent", async () => {
  const lessons = [aLesson()];
  acceptEvents(lessons);
  const { user, at } = await openToday();
  await text("Not here yet");
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
  await openToday();
  await text("Not here yet");
  await untilListIsStored();
  const [day, key] = await storedValues();
  expect((key as CryptoKey).extractable).toBe(false);
  await expect(crypto.subtle.exportKey("raw", key as CryptoKey)).rejects.toThrow();
  const { data } = day as { data: ArrayBuffer };
  expect(new TextDecoder().decode(data)).not.toMatch(/Mia|Peanuts/);
});

test("shows an error if there is neither a network nor a list of today", async () => {
  goOffline([]);
  await openToday();
  await eventually(() => expect(screen.getByRole("alert")).toHaveTextContent("We couldn't reach"));
  acceptEvents([aLesson()]);
  await act(async () => screen.getByRole("button", { name: "Try again" }).click());
  expect(await button("In: Mia")).toBeVisible();
});

/** Waits for the list and the key; the database is there before them. */
async function untilListIsStored(): Promise<void> {
  await eventually(async () => expect(await databaseNames()).toContain(TODAY_LIST));
  await eventually(async () => expect(await storedValues()).toHaveLength(2));
}

async function databaseNames(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

/** The values in the database of the list, as they are stored. */
function storedValues(): Promise<unknown[]> {
  return new Promise((resolve) => {
    indexedDB.open(TODAY_LIST).onsuccess = ({ target }) => {
      const database = (target as IDBOpenDBRequest).result;
      database.transaction("keyval").objectStore("keyval").getAll().onsuccess = (event) => {
        database.close();
        resolve((event.target as IDBRequest<unknown[]>).result);
      };
    };
  });
}
