/** Sets up the page Today in tests: a database, real tasks for it, and lessons. */
import { webcrypto } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { act, screen, within } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import type { NewEvent, TodayLesson, TodayRow } from "../care/today/api";
import { api } from "./fakes/fakeApi";
import { instructor, renderAt } from "./renderAt";

/** 9:30 AM in New York. */
const NOW = "2027-07-05T13:30:00Z";

/** Gives the browser an empty database. It needs real tasks: the fake clock would never run them. */
export function useDatabase(): void {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"], now: new Date(NOW) });
  globalThis.indexedDB = new IDBFactory();
  // jsdom encrypts nothing.
  Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
}

/** Waits until nothing is being encrypted, stored or sent any more. Encryption takes real time. */
export function settleDatabase(): Promise<void> {
  return act(() => setTimeout(100));
}

/** As `waitFor`, in real time. */
export async function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return await expectation();
    } catch {
      await settleDatabase();
    }
  }
  return expectation();
}

export function aRow(fields: Partial<TodayRow> = {}): TodayRow {
  return {
    enrollmentId: "1",
    name: "Mia",
    age: 9,
    registered: true,
    allergies: "Peanuts",
    whatToDo: "EpiPen",
    medication: "",
    needs: "",
    diet: "",
    doctor: "Dr. Lee",
    readable: true,
    contacts: [
      { _id: "5", name: "Ben", relation: "uncle", phone: "555 0100", emergency: false, mayPickUp: true },
      { _id: "6", name: "Ann", relation: "neighbor", phone: "555 0101", emergency: true, mayPickUp: false },
    ],
    barred: [{ _id: "7", name: "Eve", relation: "aunt" }],
    missing: [],
    state: "expected",
    at: null,
    guardianName: "Sam",
    guardianPhone: "555 0199",
    secondGuardians: [],
    events: [],
    with: "",
    ...fields,
  };
}

export function aLesson(fields: Partial<TodayLesson> = {}): TodayLesson {
  return {
    lessonId: "3",
    classId: "7",
    nameClass: "Clay",
    place: "Barn",
    startsAt: "2027-07-05T13:00:00Z",
    endsAt: "2027-07-05T16:00:00Z",
    instructorId: "5",
    instructorName: "Ida",
    substituteId: null,
    substituteName: null,
    rows: [aRow()],
    ...fields,
  };
}

/** The server accepts every event. Returns what it has accepted, and adds it to the lessons. */
export function acceptEvents(lessons: TodayLesson[]): void {
  api.handle("GET /today", () => ({ body: lessons }));
  api.handle("POST /presence", ({ body }) => {
    const { events } = body as {
      events: (TodayRow["events"][number] & { lessonId: string; enrollmentId: string })[];
    };
    for (const { lessonId, enrollmentId, _id, kind, at, withName = "", undoes = null } of events) {
      const lesson = lessons.find((each) => each.lessonId === lessonId);
      const row = lesson?.rows.find((each) => each.enrollmentId === enrollmentId);
      if (row?.events.every((each) => each._id !== _id)) row.events.push({ _id, kind, at, withName, undoes });
    }
    return { body: { accepted: events.length, refused: [] } };
  });
}

/** Opens the page Today as an instructor. */
export const openToday = () => renderAt("/dashboard/today", instructor);
export const rowOf = (name: string) =>
  within(screen.getAllByRole("listitem").find((item) => within(item).queryByText(name)) as HTMLElement);
/** As `screen.findBy...`, in real time: a tap is shown once it is stored. */
export const button = (name: string | RegExp) => eventually(() => screen.getByRole("button", { name }));
export const text = (content: string | RegExp) => eventually(() => screen.getByText(content));
/** The events that were sent. */
export const eventsOf = () =>
  api.requests("POST /presence").flatMap(({ body }) => (body as { events: NewEvent[] }).events);

/** The network is gone until the returned function is called. */
export function goOffline(lessons: TodayLesson[]): () => void {
  api.disconnect("POST /presence");
  api.disconnect("GET /today");
  return () => acceptEvents(lessons);
}
