import type { Role, User } from "../accounts/api";
import type { CampClass, EnrolledClass, Selection } from "../classes/api";
import type { Payment } from "../payments/api";

let next = 1;

/** A user as the server lists one. */
export function aUser(given: Partial<User> = {}): User {
  const _id = String(next++);
  const defaults = {
    _id,
    name: `Person ${_id}`,
    photo: "",
    email: `person${_id}@camp.example`,
    role: "student" as Role,
  };
  return { ...defaults, ...given };
}

/** A site token that looks like the server's; `secondsLeft` until its end. */
export function aSiteToken({ user = "1", secondsLeft = 3600 } = {}): string {
  const claims = { user_id: user, exp: Math.floor(Date.now() / 1000) + secondsLeft };
  return ["header", btoa(JSON.stringify(claims)), `signature${next++}`].join(".");
}

/** Some minutes, or with a negative number minutes ago, as the server writes a time. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const ABOUT_A_CLASS = {
  nameClass: "Clay Animals",
  description: "Pinch, coil and glaze a small zoo.",
  image: "/static/pictures/clay.webp",
  price: 45.5,
  seats: 6,
  enroll: 4,
  instructorName: "Ida Instructor",
  instructorEmail: "instructor@camp.example",
};

/** A class as the server lists one for everybody. */
export function aClass(given: Partial<CampClass> = {}): CampClass {
  return { ...ABOUT_A_CLASS, _id: String(next++), status: "Approved", ...given };
}

/** A selection of the student's as the server lists one. */
export function aSelection(given: Partial<Selection> = {}): Selection {
  const defaults = { _id: String(next++), classId: String(next++), email: "student@camp.example" };
  return { ...ABOUT_A_CLASS, ...defaults, status: "Selected", heldUntil: null, heldPrice: null, ...given };
}

/** A class in which the student has a seat, as the server lists one. */
export function anEnrolledClass(given: Partial<EnrolledClass> = {}): EnrolledClass {
  const classId = given.classId ?? String(next++);
  return {
    ...ABOUT_A_CLASS,
    _id: classId,
    classId,
    status: "Approved",
    enrolledAt: inMinutes(-60),
    ...given,
  };
}

/** A payment of the student's as the server lists one. */
export function aPayment(given: Partial<Payment> = {}): Payment {
  const { description, ...paidFor } = ABOUT_A_CLASS;
  const defaults = {
    _id: `payment-${next++}`,
    email: "student@camp.example",
    studentName: "Sam Student",
    transactionId: `pi_${next++}`,
    date: inMinutes(-60),
    payId: String(next++),
    classId: String(next++),
    status: "enrolled" as const,
    refundReason: "",
    refundedAmount: 0,
    giveBackUntil: inMinutes(47 * 60),
  };
  return { ...paidFor, ...defaults, ...given };
}
