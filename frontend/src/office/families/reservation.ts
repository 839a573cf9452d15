/** Until when the office can reserve a seat. */
import { siteDayOf, siteInstant } from "../../shared/siteTime";

const HOUR_MS = 3_600_000;
const LONGEST_MS = 21 * 24 * HOUR_MS;
const USUAL_MS = 7 * 24 * HOUR_MS;
/** A reservation ends this long before the first lesson. */
const BEFORE_CLASS_MS = 2 * HOUR_MS;
/** The time of day at which a reservation ends. */
const CLOSING_TIME = "17:00";

function latestEnd(startsAt: string | null): number {
  const longest = Date.now() + LONGEST_MS;
  return startsAt === null ? longest : Math.min(longest, Date.parse(startsAt) - BEFORE_CLASS_MS);
}

/** The first, usual and last day on which a reservation in a class can end. */
export function reservationDays(startsAt: string | null): { first: string; usual: string; last: string } {
  const latest = latestEnd(startsAt);
  const dayOf = (at: number) => siteDayOf(new Date(Math.min(at, latest)).toISOString());
  return { first: dayOf(Date.now()), usual: dayOf(Date.now() + USUAL_MS), last: dayOf(latest) };
}

/** When a reservation until this day ends (ISO 8601): at 5 PM, or two hours before the first lesson. */
export function reservationEnd(day: string, startsAt: string | null): string {
  const closing = siteInstant(day, CLOSING_TIME);
  return Date.parse(closing) <= latestEnd(startsAt) ? closing : new Date(latestEnd(startsAt)).toISOString();
}
