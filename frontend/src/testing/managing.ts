/** What the tests of the instructors' and the admins' pages share. */
import { screen } from "@testing-library/react";
import type { ListedUser } from "../accounts/api";
import type { ReviewedClass } from "../classes/approval";
import type { Overview, Week } from "../payments/overview";
import { aUser } from "./builders";
import { api } from "./fakeApi";
import { instructor, renderAt, type Visitor } from "./renderAt";

let next = 1;

export const MY_CLASSES = `GET /myClasses/${encodeURIComponent(instructor.email)}` as const;

/** A class as the server shows it to its instructor and to admins. */
export function aReviewedClass(given: Partial<ReviewedClass> = {}): ReviewedClass {
  return {
    _id: `class-${next++}`,
    nameClass: "Clay Animals",
    description: "Pinch, coil and glaze a small zoo.",
    image: "/static/pictures/clay.webp",
    price: 45.5,
    seats: 6,
    enroll: 4,
    instructorName: "Ida Instructor",
    instructorEmail: instructor.email,
    status: "Pending",
    feedback: "",
    ...given,
  };
}

/** A user as the server lists one to admins. */
export function aListedUser(given: Partial<ListedUser> = {}): ListedUser {
  return { ...aUser(), _id: `user-${next++}`, emailVerified: true, ...given };
}

/** The overview's figures with twelve weeks, the last of which had sales. */
export function anOverview(given: Partial<Overview> = {}): Overview {
  const quiet = (place: number): Week => ({
    week: new Date(Date.UTC(2026, 7, 31 + 7 * place)).toISOString().slice(0, 10),
    income: 0,
    sales: 0,
  });
  const weeks = Array.from({ length: 11 }, (_, place) => quiet(place));
  return {
    students: 1204,
    instructors: 6,
    classes: { Pending: 3, Approved: 24, Denied: 1 },
    seats: { sold: 45, capacity: 320 },
    income: 1234.5,
    weeks: [...weeks, { week: "2026-11-16", income: 91, sales: 2 }],
    ...given,
  };
}

/** Opens a page as somebody who may not see it; they end on the home page. */
export async function isSentHome(url: string, visitor: Visitor): Promise<void> {
  const who = encodeURIComponent(visitor.email ?? "");
  api.answer("GET /popularClasses", []);
  api.answer("GET /instructors", []);
  api.answer(`GET /selectClass?email=${who}`, []);
  api.answer(`GET /enrolledStudent/${who}`, []);
  const { at } = await renderAt(url, visitor);
  await screen.findByRole("button", { name: "Log Out" });
  expect(at().pathname).toBe("/");
}
