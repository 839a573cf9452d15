/** Helpers for the tests of the office's pages. */
import { screen, waitFor, within } from "@testing-library/react";
import type { Clashes } from "../classes/api";
import type { Family, FamilyHold, FamilyPayment, FamilyRow, FamilySeat, OwedItem } from "../office/api";
import { sumOf } from "../shared/money";
import { aClassPage, aPayment, aReviewedClass, inMinutes } from "./builders";
import { api } from "./fakes/fakeApi";
import { admin, renderAt } from "./renderAt";

export const FAMILY_URL = "/dashboard/families/12";
export const FAMILY = "GET /families/12";

const MIA = { _id: "31", name: "Mia", bornOn: "2018-03-14", age: 9 };

/** A family in the search. */
export function aFamilyRow(overrides: Partial<FamilyRow> = {}): FamilyRow {
  const contact = { email: "paula@camp.example", phone: "555-0101" };
  return { _id: "12", name: "Paula Parent", ...contact, children: [MIA], ...overrides };
}

/** A family with one child, that has no seats yet. */
export function aFamily(overrides: Partial<Family> = {}): Family {
  const account = {
    _id: "12",
    name: "Paula Parent",
    email: "paula@camp.example",
    phone: "555-0101",
    address: "",
    note: "",
    role: "student" as const,
    emailVerified: true,
    isActive: true,
    joinedAt: inMinutes(-600),
    hasLogin: true,
  };
  return {
    account,
    children: [{ ...MIA, missing: [] }],
    seats: [],
    holds: [],
    waitlist: [],
    payments: [],
    sums: { paid: 0, refunded: 0, toPayBack: 0, reserved: 0 },
    attendance: [],
    ...overrides,
  };
}

/** Mia's seat in Clay Animals. */
export function aFamilySeat(overrides: Partial<FamilySeat> = {}): FamilySeat {
  return {
    enrollmentId: "51",
    paymentId: "payment-1",
    classId: "7",
    nameClass: "Clay Animals",
    season: null,
    startsAt: inMinutes(60 * 24 * 60),
    price: 45.5,
    priceReason: "",
    childId: "31",
    childName: "Mia",
    paidAt: inMinutes(-60),
    cancellation: { percent: 100, amount: 45.5, until: inMinutes(47 * 60) },
    ...overrides,
  };
}

/** A seat in Clay Animals that is reserved for Mia. */
export function aReservation(overrides: Partial<FamilyHold> = {}): FamilyHold {
  const until = "2099-07-10T21:00:00Z";
  return {
    enrollmentId: "61",
    classId: "7",
    nameClass: "Clay Animals",
    season: null,
    startsAt: null,
    price: 40,
    priceReason: "",
    childId: "31",
    childName: "Mia",
    heldUntil: until,
    offeredUntil: null,
    reservedUntil: until,
    ...overrides,
  };
}

/** A check for Mia's seat in Clay Animals. */
export function aFamilyPayment(overrides: Partial<FamilyPayment> = {}): FamilyPayment {
  const seat = { _id: "payment-1", classId: "7", childId: "31", childName: "Mia", transactionId: null };
  const { price = 45.5, refundedAmount = 0, refundOwed = 0 } = overrides;
  return {
    ...aPayment(seat),
    left: sumOf([price, -refundedAmount, -refundOwed]),
    orderId: "order-1",
    method: "check",
    reference: "No. 1042",
    takenBy: "Ada Admin",
    lossFlagged: false,
    moneyBack: [],
    ...overrides,
  };
}

/** Something that waits for the office. */
export function anOwedItem(overrides: Partial<OwedItem> = {}): OwedItem {
  return {
    _id: "payment-1",
    kind: "owed",
    paymentId: "payment-1",
    enrollmentId: "51",
    family: { _id: "12", name: "Paula Parent", phone: "", email: "paula@camp.example" },
    classId: "7",
    nameClass: "Clay Animals",
    participant: "Mia",
    amount: 45.5,
    since: inMinutes(-60),
    detail: "",
    lost: false,
    ...overrides,
  };
}

/** Approved classes that begin in two months: clay for $45.50, felt for $30.00, and toys. */
function respondWithClasses(): void {
  const dates = { startsAt: inMinutes(60 * 24 * 60), firstDay: "2099-07-05", lastDay: "2099-07-09" };
  const approved = { status: "Approved" as const, weekdays: [1, 2, 3, 4, 5], ...dates };
  api.respond("GET /classes/7", aClassPage({ _id: "7", ...approved }));
  api.respond("GET /classes", [
    aReviewedClass({ _id: "7", nameClass: "Clay Animals", price: 45.5, ageFrom: 8, ageTo: 14, ...approved }),
    aReviewedClass({ _id: "8", nameClass: "Felt Hats", price: 30, waiting: 2, seats: 3, ...approved }),
    aReviewedClass({ _id: "9", nameClass: "Wood Toys", ...approved }),
  ]);
  respondWithQuote({ "7": 45.5, "8": 30 });
}

interface QuoteExtras {
  discountText?: string;
  /** By class and child. */
  clashes?: Record<string, Clashes>;
}

/** Makes the server ask for these prices by class, or by class and child (`7/31`). */
export function respondWithQuote(
  prices: Record<string, number>,
  { discountText = "", clashes = {} }: QuoteExtras = {},
): void {
  api.handle("POST /desk/quote", ({ body }) => {
    const { lines } = body as { lines: { classId: string; childId: string | null }[] };
    const quoted = lines.map((seat) => {
      const key = `${seat.classId}/${seat.childId}`;
      const price = prices[key] ?? prices[seat.classId] ?? 0;
      return { ...seat, listPrice: price, discount: 0, discountText, price, clashes: clashes[key] ?? [] };
    });
    return { body: { lines: quoted, total: sumOf(quoted.map(({ price }) => price)) } };
  });
}

/** Opens the page of a family as an admin. */
export async function openFamily(family: Family) {
  api.respond(FAMILY, family);
  respondWithClasses();
  const view = await renderAt(FAMILY_URL, admin);
  await screen.findByRole("heading", { name: family.account.name });
  return view;
}

type User = Awaited<ReturnType<typeof openFamily>>["user"];

/** Opens the dialog that enrolls, and chooses a class by keyboard. */
export async function chooseClass(user: User, words = "clay") {
  await user.click(screen.getByRole("button", { name: "Enroll" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Enroll for Paula Parent" }));
  expect(dialog.getByRole("combobox", { name: "Class" })).toHaveFocus();
  await user.keyboard(words);
  await dialog.findByRole("option");
  await user.keyboard("{Enter}");
  return dialog;
}

/** Confirms the dialog once the server has said what the seats cost. */
export async function confirmSeats(user: User, name: "Enroll" | "Reserve" = "Enroll") {
  const button = within(screen.getByRole("dialog")).getByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}
