/** Helpers and texts for selections and their seats. */
import type { Selection } from "../../classes/api";
import { classCount, hasBegun, openSeats } from "../../classes/page/classFacts";
import { formatMoney, sumOf } from "../../shared/money";

/** The most seats that the server accepts in one order. */
export const MAX_SEATS = 12;

export type UnpayableReason = "no dates" | "already started" | "sold out" | "offer ended";

/** Why the student cannot pay for the selection now; null if they can. */
export function unpayableReason(selection: Selection): UnpayableReason | null {
  if (isHeld(selection)) return null;
  if (selection.lessonsRemovedAt !== null) return "no dates";
  if (hasBegun(selection)) return "already started";
  if (selection.offeredUntil !== null) return "offer ended";
  return openSeats(selection) === 0 ? "sold out" : null;
}

/** Whether a seat is still held. */
export function isHeld(selection: Selection): selection is Selection & { heldUntil: string } {
  return selection.heldUntil !== null && Date.parse(selection.heldUntil) > Date.now();
}

/** When the next hold or offer of these selections ends, in milliseconds since the epoch; null if none will. */
export function nextEndOf(selections: readonly Selection[]): number | null {
  const ends = selections
    .flatMap(({ heldUntil, offeredUntil }) => [heldUntil, offeredUntil])
    .flatMap((until) => (until === null ? [] : [Date.parse(until)]))
    .filter((end) => end > Date.now());
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Whether the student can decline the seat, because it was offered from the waitlist and is still held. */
export function canDecline(selection: Selection): boolean {
  return selection.offeredUntil !== null && isHeld(selection);
}

/** The sum in dollars. */
export function totalOf(selections: readonly { price: number }[]): number {
  return sumOf(selections.map(({ price }) => price));
}

/** The text of the link that leads to the checkout of these selections. */
export function payText(selections: readonly Selection[]): string {
  const { length } = selections;
  const total = totalOf(selections);
  if (total > 0) return `Pay for ${classCount(length)}: ${formatMoney(total)}`;
  return length === 1 ? "Enroll in 1 free class" : `Enroll in ${length} free classes`;
}

const ONE_SEAT = { your: "your seat", Your: "Your seat", are: "is", seats: "seat" };

/** Words for the student's seats: `Your seat is`, `Your 3 seats are`. */
export function seatWords(seats: number): typeof ONE_SEAT {
  if (seats === 1) return ONE_SEAT;
  return { your: `your ${seats} seats`, Your: `Your ${seats} seats`, are: "are", seats: "seats" };
}

/** Returns the distinct selection ids in a URL query. */
export function selectionIdsIn(query: URLSearchParams): string[] {
  const ids = query.get("selections") ?? "";
  return [...new Set(ids.split(",").filter(Boolean))];
}
