/** Helpers and texts for selections and their seats. */
import type { Selection } from "../../classes/api";
import { countOf, hasBegun, openSeats } from "../../classes/model/facts";
import { hasPassed, isOpenFor } from "../../classes/model/opening";
import { OrderInput } from "../../shared/api/bounds.gen";
import { formatMoney, sumOf } from "../../shared/money";
import { localTimeOf } from "../../shared/serverTime";

/** The most seats that the server accepts in one order. */
export const MAX_SEATS = OrderInput.selections.maxItems;
/** The most that the server accepts of an account which has neither a verified address nor paid before. */
export const UNVERIFIED_SEATS = 3;

export type UnpayableReason = "no dates" | "already started" | "not open yet" | "sold out" | "offer ended";

/** Why the student cannot pay for the selection now; null if they can. */
export function unpayableReason(selection: Selection): UnpayableReason | null {
  if (isHeld(selection)) return null;
  if (selection.lessonsRemovedAt !== null) return "no dates";
  if (hasBegun(selection)) return "already started";
  if (!isOpenFor(selection)) return "not open yet";
  if (selection.offeredUntil !== null) return "offer ended";
  return openSeats(selection) === 0 ? "sold out" : null;
}

/** Whether a seat is still held. */
export function isHeld(selection: Selection): selection is Selection & { heldUntil: string } {
  return selection.heldUntil !== null && Date.parse(selection.heldUntil) > Date.now();
}

/** Whether the office has reserved the seat, for as long as the reservation lasts. */
export function isReserved(selection: Selection): selection is Selection & { reservedUntil: string } {
  return selection.reservedUntil !== null && isHeld(selection);
}

/**
 * When the next hold or offer of these selections ends, or the next registration opens, in milliseconds since the epoch by
 * the local clock; null if none will.
 */
export function nextChangeOf(selections: readonly Selection[]): number | null {
  const times = selections
    .flatMap(({ heldUntil, offeredUntil, opensForMe }) => [
      ...[heldUntil, offeredUntil].map((until) => (until === null ? 0 : Date.parse(until))),
      opensForMe === null ? 0 : localTimeOf(opensForMe),
    ])
    .filter((time) => time > Date.now());
  return times.length === 0 ? null : Math.min(...times);
}

/** The next time at which the account can pay for some of these selections; null if there is none, or it is not known. */
export function nextOpeningOf(selections: readonly Selection[]): string | null {
  const times = selections.flatMap(({ opensForMe }) => opensForMe ?? []);
  return times.filter((time) => !hasPassed(time)).sort()[0] ?? null;
}

/** Whether the student can decline the seat, because it was offered from the waitlist and is still held. */
export function canDecline(selection: Selection): boolean {
  return selection.offeredUntil !== null && isHeld(selection);
}

type Prices = Pick<Selection, "price" | "listPrice" | "discount" | "discountText">;

/** The selections at the prices of these lines of an order, a quote or a refusal. Refusals have untyped lines. */
export function withPrices(
  selections: readonly Selection[],
  lines: readonly { selectionId?: unknown; price?: unknown }[],
): readonly Selection[] {
  return selections.map((selection) => {
    const line = lines.find(({ selectionId }) => selectionId === selection._id);
    if (typeof line?.price !== "number") return selection;
    const { price, listPrice = price, discount = 0, discountText = "" } = line as Prices;
    return { ...selection, priceNow: price, listPrice, discount, discountText };
  });
}

/** The items with the same key, in the order of the first ones. */
export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const found = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group) group.push(item);
    else found.set(keyOf(item), [item]);
  }
  return [...found.values()];
}

/** What they cost now, in dollars. */
export function totalOf(selections: readonly Pick<Selection, "priceNow">[]): number {
  return sumOf(selections.map(({ priceNow }) => priceNow));
}

/** `1 seat`, `4 seats`. */
export function seatCount(count: number): string {
  return countOf(count, "seat");
}

/** The text of the link that leads to the checkout of these selections. */
export function payText(selections: readonly Selection[]): string {
  const { length } = selections;
  const total = totalOf(selections);
  if (total > 0) return `Pay for ${seatCount(length)}: ${formatMoney(total)}`;
  return `Book ${countOf(length, "free seat")}`;
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
