import type { ApiPath, PathTemplate } from "./api/types";

/** A seat in a class; `childId` is null if the student takes part. */
interface Seat {
  classId: string;
  childId: string | null;
}

function myEnrolledClass({ classId, childId }: Seat): string {
  return `/dashboard/my-enrolled-classes/${classId}${childId === null ? "" : `?child=${childId}`}`;
}

/** The paths of all pages. */
export const pages = {
  home: "/",
  allInstructors: "/all-instructors",
  instructor: (id: string) => `/all-instructors/${id}`,
  allClasses: "/all-classes",
  class: (id: string) => `/all-classes/${id}`,
  logIn: "/login",
  register: "/register",
  resetPassword: "/reset-password",
  /** Where the link that verifies an address leads in the end. */
  verified: "/reset-password?mode=verified",
  about: "/about",
  contact: "/contact",
  terms: "/terms",
  refundTerms: "/terms#refunds",
  privacy: "/privacy",
  cookies: "/cookies",
  dashboard: "/dashboard",
  allUsers: "/dashboard/all-users",
  manageClasses: "/dashboard/manage-classes",
  /** The page on which an admin reviews the pending classes, with this class. */
  reviewClass: (id: string) => `/dashboard/manage-classes/${id}`,
  season: (slug: string) => `/dashboard/manage-classes?season=${slug}`,
  seasonPaperwork: (slug: string) => `/dashboard/seasons/${slug}/paperwork`,
  family: (userId: string) => `/dashboard/families/${userId}`,
  money: "/dashboard/money",
  settings: "/dashboard/settings",
  agreementTexts: "/dashboard/settings/agreements",
  today: "/dashboard/today",
  todayPrint: (sheet: "sign-in" | "emergency") => `/dashboard/today?print=${sheet}`,
  myClasses: "/dashboard/my-classes",
  /** The page of a class for the office, its instructor and the substitute of the day. */
  staffClass: (id: string, tab = "") => `/dashboard/classes/${id}${tab && `?tab=${tab}`}`,
  addClass: "/dashboard/add-class",
  addClassTo: (season: string) => `/dashboard/add-class?season=${season}`,
  duplicateClass: (id: string) => `/dashboard/add-class?duplicate=${id}`,
  updateClass: (id: string) => `/dashboard/update-class/${id}`,
  myChildren: "/dashboard/my-children",
  allPaperwork: "/dashboard/paperwork",
  paperwork: (childId: string) => `/dashboard/my-children/${childId}/paperwork`,
  agreement: (id: string) => `/dashboard/my-children/agreements/${id}`,
  mySelectedClasses: "/dashboard/my-selected-classes",
  myEnrolledClasses: "/dashboard/my-enrolled-classes",
  myEnrolledClass: (seat: Seat) => myEnrolledClass(seat),
  myPaymentHistory: "/dashboard/my-payment-history",
  /** The receipt of the order of a payment. */
  receipt: ({ _id }: { _id: string }) => `/dashboard/my-payment-history/receipt/${_id}`,
  statement: (year: string) => `/dashboard/my-payment-history/statement?year=${year}`,
  payment: (id: string) => `/dashboard/payment/${id}`,
  checkout: "/dashboard/checkout",
  /** The checkout of the selections with these ids. */
  checkoutOf: (ids: readonly string[]) => `/dashboard/checkout?selections=${ids.join(",")}`,
  profile: "/dashboard/profile",
} as const;

/** The paths of files that a page links to. */
export const files = {
  /** For a calendar app. */
  classCalendar: (id: string) => `/classes/${id}/calendar.ics`,
} as const;

/** Fills the parameter of a path template. */
export function path<T extends PathTemplate>(template: T, value = ""): ApiPath<T> {
  return template.replace(/{\w+}/, encodeURIComponent(value)) as ApiPath<T>;
}

/** Adds a query to a path. */
export function withQuery<T extends PathTemplate>(to: ApiPath<T>, query: Record<string, string>): ApiPath<T> {
  const text = String(new URLSearchParams(query));
  return (text === "" ? to : `${to}?${text}`) as ApiPath<T>;
}

/** The paths of all API calls. */
export const calls = {
  jwt: path("/jwt"),
  users: path("/users"),
  me: path("/users/me"),
  myPhoto: path("/users/me/photo"),
  myData: path("/users/me/data"),
  myCalendar: path("/users/me/calendar"),
  myEmail: path("/users/me/email"),
  adminRole: (user: string) => path("/users/admin/{person}", user),
  instructorRole: (user: string) => path("/users/instructor/{person}", user),
  studentRole: (user: string) => path("/users/student/{id}", user),
  children: path("/children"),
  child: (id: string) => path("/children/{id}", id),
  instructors: path("/instructors"),
  crafts: path("/crafts"),
  popularClasses: path("/popularClasses"),
  seasons: path("/seasons"),
  classes: path("/classes"),
  class: (id: string) => path("/classes/{id}", id),
  approve: (id: string) => path("/classes/approved/{id}", id),
  deny: (id: string) => path("/classes/denied/{id}", id),
  feedback: (id: string) => path("/classes/feedback/{id}", id),
  withdraw: (id: string) => path("/classes/withdrawn/{id}", id),
  classInstructor: (id: string) => path("/classes/{id}/instructor", id),
  withdrawal: (id: string) => path("/classes/{id}/withdrawal", id),
  roster: (id: string) => path("/classes/{id}/roster", id),
  substitutions: path("/substitutions"),
  today: path("/today"),
  presence: path("/presence"),
  absences: path("/absences"),
  absence: (id: string) => path("/absences/{id}", id),
  lesson: (id: string) => path("/lessons/{id}", id),
  plannedConflicts: path("/lessons/conflicts"),
  attendance: (id: string) => path("/classes/{id}/attendance", id),
  classCare: (id: string) => path("/classes/{id}/care", id),
  classWaitlist: (id: string) => path("/classes/{id}/waitlist", id),
  waitlist: path("/waitlist"),
  waitlistOf: (email: string) => withQuery(path("/waitlist"), { email }),
  waitlistEntry: (id: string) => path("/waitlist/{id}", id),
  offerNext: (id: string) => path("/waitlist/{id}/offer", id),
  myClasses: (email: string) => path("/myClasses/{email}", email),
  myClass: (id: string) => path("/myClass/{id}", id),
  select: path("/selectClass"),
  selected: (email: string) => withQuery(path("/selectClass"), { email }),
  selection: (id: string) => path("/selectClass/{id}", id),
  clashes: path("/clashes"),
  enrolled: (email: string) => path("/enrolledStudent/{email}", email),
  orders: path("/orders"),
  payments: path("/payments"),
  paymentsOf: (email: string) => path("/payments/{email}", email),
  cancelPayment: (id: string) => path("/payments/cancel/{id}", id),
  receipt: (paymentId: string) => path("/payments/{id}/receipt", paymentId),
  receiptPdf: (paymentId: string) => path("/payments/{id}/receipt.pdf", paymentId),
  statement: (year: string) => withQuery(path("/users/me/statement"), { year }),
  statementPdf: (year: string) => withQuery(path("/users/me/statement.pdf"), { year }),
  images: path("/images"),
  browserErrors: path("/browserErrors"),
};
