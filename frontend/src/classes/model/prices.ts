/** What a class costs today. */
import { formatMonthDay } from "../../shared/dates";
import { serverNow } from "../../shared/serverTime";
import { siteDayOf } from "../../shared/siteTime";
import type { CampClass, Selection } from "../api";

type Priced = Pick<CampClass, "price" | "earlyPrice" | "earlyUntil">;

/** The price in dollars today: the early price until its last day. */
export function priceToday({ price, earlyPrice, earlyUntil }: Priced): number {
  const today = siteDayOf(new Date(serverNow()).toISOString());
  return earlyPrice !== null && earlyUntil !== null && today <= earlyUntil ? earlyPrice : price;
}

/** `Early price until Jul 5`; null if there is none today. */
export function earlyText(campClass: Priced): string | null {
  const { price, earlyUntil } = campClass;
  if (earlyUntil === null || priceToday(campClass) === price) return null;
  return `Early price until ${formatMonthDay(earlyUntil)}`;
}

/**
 * The selection with what it costs today as its `price`, and the price without a discount as its `listPrice`. The price
 * of a seat that the office has reserved stays.
 */
export function atPriceToday(selection: Selection): Selection {
  const { price, listPrice, reservedUntil } = selection;
  const today = reservedUntil === null ? Math.min(price, priceToday(selection)) : price;
  return { ...selection, price: today, listPrice: listPrice ?? price };
}
