import { formatMonthDay } from "../../shared/dates";
import type { CampClass } from "../api";

/** `Early price until Jul 5`; null if there is none today. */
export function earlyText({
  price,
  priceNow,
  earlyUntil,
}: Pick<CampClass, "price" | "priceNow" | "earlyUntil">): string | null {
  return earlyUntil === null || priceNow === price ? null : `Early price until ${formatMonthDay(earlyUntil)}`;
}
