import type { ListedUser, Role, User } from "../accounts/api";
import type { OwnChild } from "../accounts/children/api";
import type { CampClass, ClassDetails, EnrolledClass, OwnClass, Selection } from "../classes/api";
import type { Season } from "../classes/model/seasons";
import type { ClassWaitlistEntry, WaitlistEntry } from "../classes/waitlistApi";
import type { Need } from "../office/needs/api";
import type { Overview, Week } from "../office/reports/api";
import type { Payment } from "../payments/api";
import type { ResponseBody } from "../shared/api/types";

type MyClass = ResponseBody<"GET", "/myClass/{id}">;
type Reviewed = Omit<OwnClass, "income">;
type Order = ResponseBody<"POST", "/orders">;

let nextId = 1001; // Higher than the ids that tests write out.

export function aNeed(fields: Partial<Need> = {}): Need {
  return {
    kind: "review",
    count: 1,
    amount: null,
    href: "/dashboard/manage-classes?status=Pending",
    ...fields,
  };
}

/** A user as the public list of instructors returns it. */
export function aUser(overrides: Partial<User> = {}): User {
  const _id = String(nextId++);
  const defaults = {
    _id,
    name: `Person ${_id}`,
    photo: "",
    email: `person${_id}@camp.example`,
    role: "student" as Role,
    bio: "",
  };
  return { ...defaults, ...overrides };
}

/** A child of the test student. */
export function aChild(overrides: Partial<OwnChild> = {}): OwnChild {
  return { _id: String(nextId++), name: "Mia", bornOn: "2018-03-14", guardians: [], ...overrides };
}

/** A site token as the server issues it, which is valid for `lifetime` seconds. `clockError`: how far the clock of this device is ahead of the server's, in seconds. */
export function aSiteToken({ user = "1", lifetime = 3600, clockError = 0 } = {}): string {
  const iat = Math.floor(Date.now() / 1000) - clockError;
  const claims = { user_id: user, iat, exp: iat + lifetime };
  return ["header", btoa(JSON.stringify(claims)), `signature${nextId++}`].join(".");
}

/** The time in the given number of minutes (ISO 8601); negative for the past. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const NO_SCHEDULE = {
  craft: null,
  place: "",
  bring: "",
  ageFrom: null,
  ageTo: null,
  firstDay: null,
  lastDay: null,
  startsAt: null,
  lessonCount: 0,
  weekdays: [],
  earliestTime: null,
  latestTime: null,
  lessonsRemovedAt: null,
};

const NO_WAITLIST = { offered: 0, waiting: 0 };

const NO_EARLY_PRICE = { earlyPrice: null, earlyUntil: null };

/** A class without a season can be booked once it is approved. */
const NO_SEASON = { season: null, opensAt: null, returningOpensAt: null, minSeats: null };

/** The student takes part. */
const NO_CHILD = { childId: null, childName: null };

/** Nothing but the hours after paying counts for a class without lessons. */
const REFUND_STEPS = {
  refundSteps: [
    { percent: 100, until: null, hoursAfterPaying: 48 },
    { percent: 0, until: null, hoursAfterPaying: null },
  ],
};

const NO_PAGE = {
  lessons: [],
  endedAt: null,
  instructorId: "2",
  instructorBio: "",
  instructorPhoto: "",
};

const PAID_DETAILS = {
  nameClass: "Clay Animals",
  description: "Pinch, coil and glaze a small zoo.",
  image: "http://camp.test/static/pictures/clay.webp",
  price: 45.5,
  seats: 6,
  enroll: 4,
  instructorName: "Ida Instructor",
  instructorEmail: "instructor@camp.example",
};

/** Without an early price or a discount, a class costs now what it costs. */
function pricesOf({ price = PAID_DETAILS.price }: { price?: number }) {
  return { price, priceNow: price };
}

const CLASS_DETAILS = { ...PAID_DETAILS, ...NO_SCHEDULE, ...NO_WAITLIST, ...NO_SEASON, ...NO_EARLY_PRICE };

/** A season whose registration has no opening time yet. */
export function aSeason(overrides: Partial<Season> = {}): Season {
  const _id = String(nextId++);
  const days = { startsOn: "2027-06-14", endsOn: "2027-08-20" };
  const openings = { opensAt: null, returningOpensAt: null };
  return { _id, name: "Summer 2027", slug: "summer-2027", ...days, ...openings, ...overrides };
}

/** A class as the public lists return it. */
export function aClass(overrides: Partial<CampClass> = {}): CampClass {
  const defaults = { ...CLASS_DETAILS, ...pricesOf(overrides), _id: String(nextId++) };
  return { ...defaults, instructorId: "2", status: "Approved", ...overrides };
}

/** A class as its page shows it. */
export function aClassPage(overrides: Partial<ClassDetails> = {}): ClassDetails {
  return { ...aClass(), ...NO_PAGE, ...REFUND_STEPS, ...overrides };
}

/** A class as the list of its instructor returns it. */
export function anOwnClass(overrides: Partial<OwnClass> = {}): OwnClass {
  return { ...aReviewedClass(), income: 182, ...overrides };
}

/** A selection of the test student. */
export function aSelection(overrides: Partial<Selection> = {}): Selection {
  const defaults = { _id: String(nextId++), classId: String(nextId++), email: "student@camp.example" };
  return {
    ...CLASS_DETAILS,
    ...pricesOf(overrides),
    ...NO_CHILD,
    ...REFUND_STEPS,
    ...defaults,
    status: "Selected",
    heldUntil: null,
    heldPrice: null,
    offeredUntil: null,
    reservedUntil: null,
    listPrice: null,
    discount: null,
    discountText: null,
    opensForMe: null,
    ...overrides,
  };
}

/** A selection of the test student whose seat is offered from the waitlist for some hours. The class has no other seat. */
export function anOffer(hours: number, overrides: Partial<Selection> = {}): Selection {
  const until = inMinutes(hours * 60);
  return aSelection({
    heldUntil: until,
    offeredUntil: until,
    heldPrice: PAID_DETAILS.price,
    seats: 1,
    offered: 1,
    ...overrides,
  });
}

/** The third of seven entries of a waitlist, for the test student. */
export function aWaitlistEntry(overrides: Partial<WaitlistEntry> = {}): WaitlistEntry {
  const { nameClass, price } = PAID_DETAILS;
  const defaults = { _id: String(nextId++), classId: String(nextId++), nameClass, price };
  const state = { position: 3, of: 7, state: "WAITING" as const, offeredUntil: null };
  return { ...defaults, ...NO_CHILD, ...state, ...overrides };
}

/** A waitlist entry as the instructor of the class sees it. */
export function aClassWaitlistEntry(overrides: Partial<ClassWaitlistEntry> = {}): ClassWaitlistEntry {
  const _id = String(nextId++);
  const person = { name: `Person ${_id}`, email: `person${_id}@camp.example`, guardianName: null };
  const state = {
    position: 1,
    isNext: false,
    state: "WAITING" as const,
    joinedAt: inMinutes(-60),
    offeredUntil: null,
  };
  return { _id, ...person, ...state, ...overrides };
}

/** A class in which the test student is enrolled. */
export function anEnrolledClass(overrides: Partial<EnrolledClass> = {}): EnrolledClass {
  const classId = overrides.classId ?? String(nextId++);
  return {
    ...CLASS_DETAILS,
    ...pricesOf(overrides),
    ...NO_PAGE,
    ...NO_CHILD,
    _id: classId,
    classId,
    enrollmentId: String(nextId++),
    status: "Approved",
    enrolledAt: inMinutes(-60),
    nextClassId: null,
    ...overrides,
  };
}

/** A payment of the test student. By default, the refund of a seat that can be canceled, or was refunded, is a full one. */
export function aPayment(overrides: Partial<Payment> = {}): Payment {
  const { description, ...classDetails } = PAID_DETAILS;
  const { status = "enrolled", price = PAID_DETAILS.price } = overrides;
  const isRefund = status === "refundPending" || status === "refunded";
  const cancellation = isRefund ? null : { percent: 100, amount: price, until: inMinutes(47 * 60) };
  const defaults = {
    _id: `payment-${nextId++}`,
    email: "student@camp.example",
    studentName: "Sam Student",
    transactionId: `pi_${nextId++}`,
    method: "card" as const,
    listPrice: price,
    discount: 0,
    discountText: "",
    moves: [],
    refunds: [],
    note: "",
    returned: false,
    paidBack: 0,
    date: inMinutes(-60),
    payId: String(nextId++),
    classId: String(nextId++),
    status,
    refundReason: "",
    refundedAmount: status === "refunded" ? price : 0,
    refundOwed: status === "refundPending" ? price : 0,
    dispute: null,
    withdrawal: null,
    cancelUntil: isRefund ? null : inMinutes(47 * 60),
    cancellation,
    refundSteps: cancellation ? [cancellation] : [],
  };
  return { ...classDetails, ...NO_CHILD, ...defaults, ...overrides };
}

/** An open order of these selections. Its seats are held for 15 minutes. */
export function anOrder(selections: readonly Selection[], overrides: Partial<Order> = {}): Order {
  const lines = selections.map(({ _id, classId, nameClass, childId, childName, price }) => ({
    classId,
    nameClass,
    childId,
    childName,
    price,
    listPrice: price,
    discount: 0,
    discountText: "",
    usesCode: false,
    paymentId: `payment-of-${_id}`,
    selectionId: _id,
    status: "started" as const,
  }));
  return {
    orderId: `order-${nextId++}`,
    state: "STARTED",
    amount: selections.reduce((sum, { price }) => sum + price, 0),
    transactionId: "pi_1",
    heldUntil: inMinutes(15),
    paidAt: null,
    clientSecret: "pi_1_secret_x",
    lines,
    ...overrides,
  };
}

/** A class as its instructor and admins receive it. */
export function aReviewedClass(overrides: Partial<MyClass & Reviewed> = {}): MyClass & Reviewed {
  return {
    ...CLASS_DETAILS,
    ...pricesOf(overrides),
    ...NO_PAGE,
    ...REFUND_STEPS,
    _id: `class-${nextId++}`,
    status: "Pending",
    feedback: "",
    withdrawnAt: null,
    belowMinimum: false,
    deniedVersion: null,
    ...overrides,
  };
}

/** A user as the list for admins returns it. */
export function aListedUser(overrides: Partial<ListedUser> = {}): ListedUser {
  return { ...aUser(), _id: `user-${nextId++}`, emailVerified: true, phone: "", children: [], ...overrides };
}

/** Statistics of twelve weeks, with sales only in the last one. */
export function anOverview(overrides: Partial<Overview> = {}): Overview {
  const emptyWeek = (index: number): Week => ({
    week: new Date(Date.UTC(2026, 7, 31 + 7 * index)).toISOString().slice(0, 10),
    income: 0,
    sales: 0,
  });
  const weeks = Array.from({ length: 11 }, (_, index) => emptyWeek(index));
  return {
    students: 1204,
    instructors: 6,
    classes: { Pending: 3, Approved: 24, Denied: 1 },
    seats: { sold: 45, capacity: 320 },
    income: 1234.5,
    firstDay: "2026-08-31",
    lastDay: "2026-11-22",
    weeks: [...weeks, { week: "2026-11-16", income: 91, sales: 2 }],
    topClasses: [{ classId: "7", nameClass: "Clay Animals", income: 91, sales: 2 }],
    ...overrides,
  };
}
