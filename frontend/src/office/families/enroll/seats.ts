/** The seats in one class that the office enters for a family. */
import type { ReviewedClass } from "../../../classes/api";
import { openSeats } from "../../../classes/model/facts";
import { ageReason } from "../../../classes/model/offers";
import { type FamilyMember, isSameSeat, membersOf } from "../../../classes/model/participants";
import { parseAmount } from "../../../shared/money";
import type { Family, FamilyHold } from "../../api";
import type { RefusedLine } from "./refusedLines";
import type { QuotedLine } from "./useQuote";

/** What the office has filled in for one class. */
export interface ClassSeats {
  campClass: ReviewedClass;
  /** The ids of the children, and null for the account holder. */
  chosen: readonly (string | null)[];
  /** Another price for each seat, as typed; empty for none. */
  price: string;
  reason: string;
}

/** Somebody of the family who could take the seat. */
export interface Member extends FamilyMember {
  isChosen: boolean;
  /** The dollars that the seat costs; null until the server has said so. */
  price: number | null;
  /** The reason of the discount; empty without one. */
  discountText: string;
  /** Why they can't come; null if they can. */
  obstacle: string | null;
  isRefused: boolean;
  /** Whether they can only wait for a seat. */
  canWait: boolean;
  /** Other classes that they have at the same time. */
  clashes: QuotedLine["clashes"];
  /** What the office should know: the age doesn't fit, or the server has refused the seat. */
  note: string | null;
}

/** Seats for the only child of the family, or for nobody yet. */
export function newSeats(family: Family, campClass: ReviewedClass): ClassSeats {
  const [firstChild, ...others] = family.children;
  const isOnlyChild = firstChild && others.length === 0 && !hasSeat(family, campClass, firstChild._id);
  return withoutPrice(campClass, isOnlyChild && openSeats(campClass) > 0 ? [firstChild._id] : []);
}

/** The seats for which the family has holds, by class. */
export function seatsIn(classes: readonly ReviewedClass[], holds: readonly FamilyHold[]): ClassSeats[] {
  return classes.flatMap((campClass) => {
    const chosen = holds.filter(({ classId }) => classId === campClass._id).map(({ childId }) => childId);
    return chosen.length === 0 ? [] : [withoutPrice(campClass, chosen)];
  });
}

function withoutPrice(campClass: ReviewedClass, chosen: readonly (string | null)[]): ClassSeats {
  return { campClass, chosen, price: "", reason: "" };
}

function hasSeat({ seats }: Family, { _id: classId }: ReviewedClass, childId: string | null): boolean {
  return seats.some((seat) => isSameSeat(seat, { classId, childId }));
}

/** The members of the family, with what the server has said about their seats in the class and the prices. */
export function membersFor(
  family: Family,
  seats: ClassSeats,
  lines: readonly RefusedLine[],
  quoted: readonly QuotedLine[],
): Member[] {
  const { campClass, chosen } = seats;
  const typed = parseAmount(seats.price);
  return membersOf(family.children).map((member) => {
    const seat = { classId: campClass._id, childId: member.childId };
    const line = lines.find((each) => isSameSeat(each, seat));
    const quote = quoted.find((each) => isSameSeat(each, seat));
    return {
      ...member,
      isChosen: chosen.includes(member.childId),
      price: typed ?? quote?.price ?? null,
      discountText: typed === null ? (quote?.discountText ?? "") : "",
      obstacle: obstacleOf(family, seat),
      isRefused: line?.message !== undefined,
      canWait:
        obstacleOf(family, seat) === null &&
        !family.holds.some((hold) => isSameSeat(hold, seat)) &&
        (openSeats(campClass) === 0 || line?.code === "class_full"),
      clashes: quote?.clashes ?? [],
      note: line?.message ?? ageReason(member, campClass),
    };
  });
}

function obstacleOf(
  { seats, waitlist }: Family,
  seat: { classId: string; childId: string | null },
): string | null {
  if (seats.some((each) => isSameSeat(each, seat))) return "already enrolled";
  const isWaiting = waitlist.some((each) => each.state === "WAITING" && isSameSeat(each, seat));
  return isWaiting ? "on the waitlist" : null;
}

/** The lines of a request for these seats. */
export function linesOf({ campClass, chosen, price, reason }: ClassSeats) {
  const other = parseAmount(price) ?? undefined;
  return chosen.map((childId) => ({
    classId: campClass._id,
    childId,
    price: other,
    reason: reason.trim(),
  }));
}

/** What is missing before the seats can be sent; null if nothing is. */
export function problemOf({ campClass, chosen, price, reason }: ClassSeats): string | null {
  const isOtherPrice = price.trim() !== "";
  if (chosen.length === 0) return `Please choose who comes to ${campClass.nameClass}.`;
  if (isOtherPrice && parseAmount(price) === null) return "Please enter a price such as 45.50.";
  if (isOtherPrice && reason.trim() === "") return "Please give the reason for the other price.";
  return null;
}
