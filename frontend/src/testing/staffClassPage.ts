/** Helpers for the tests of the page of a class for the office and its instructor. */
import { screen, within } from "@testing-library/react";
import type { RosterEntry } from "../classes/instructorApi";
import type { Attendance } from "../office/class/attendance";
import { aReviewedClass } from "./builders";
import { api } from "./fakes/fakeApi";
import { instructor } from "./renderAt";

export const PATH = "/dashboard/classes/7";
export const ROSTER = "GET /classes/7/roster";
export const ATTENDANCE = "GET /classes/7/attendance";
export const CARE = "GET /classes/7/care";

export const MIA: RosterEntry = {
  _id: "1",
  userId: "12",
  name: "Mia",
  email: "paula@camp.example",
  since: "2026-11-16T09:30:00Z",
  guardianName: "Paula Parent",
  age: 9,
  state: "enrolled",
};

/** One lesson each day at 9:00 AM in New York, from some days ago. */
const lessonOn = (day: string) => ({
  _id: day,
  startsAt: `2027-07-${day}T13:00:00Z`,
  endsAt: `2027-07-${day}T16:00:00Z`,
  place: "",
});
export const LESSONS = ["05", "06", "07"].map(lessonOn);

export function attendanceOn(day: string, fields: Partial<Attendance> = {}): Attendance {
  const { _id: lessonId, startsAt, endsAt } = lessonOn(day);
  return {
    lessonId,
    startsAt,
    endsAt,
    classId: "7",
    enrollmentId: "1",
    name: "Mia",
    state: "expected",
    arrivedAt: null,
    leftAt: null,
    with: "",
    events: [],
    ...fields,
  };
}

export const aClass = (fields: Parameters<typeof aReviewedClass>[0] = {}) =>
  aReviewedClass({
    _id: "7",
    nameClass: "Clay",
    status: "Approved",
    place: "Pottery",
    instructorEmail: instructor.email,
    instructorName: instructor.name,
    lessons: LESSONS,
    ...fields,
  });

export const tabs = async () =>
  within(await screen.findByRole("navigation", { name: "Parts of the class" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

/** Lets the server answer with a class of three lessons, of which this is the second day, at 9:30 AM. */
export function respondWithClass(): void {
  jest.setSystemTime(new Date("2027-07-06T13:30:00Z"));
  api.respond("GET /myClass/7", aClass());
  api.respond(ROSTER, [MIA]);
  api.respond(ATTENDANCE, [attendanceOn("05"), attendanceOn("06")]);
}

/** The text with plain spaces only: some are narrow or do not break. */
export const spaces = (text: string) => text.replace(/\s/g, " ");
