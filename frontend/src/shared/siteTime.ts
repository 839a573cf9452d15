/** Dates and times on the wall clock of the camp, whatever the reader's time zone is. */
import { config } from "./config";
import { formatCalendarDay, keepTogether, needsYear } from "./dates";
import { onFirstUse } from "./intl";

const { timeZone } = config;
const weekday = { weekday: "short", month: "short", day: "numeric", timeZone } as const;
const day = onFirstUse(() => new Intl.DateTimeFormat("en-US", weekday));
const dayOfYear = onFirstUse(() => new Intl.DateTimeFormat("en-US", { ...weekday, year: "numeric" }));
const time = onFirstUse(() => new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone }));
const isoDay = onFirstUse(() => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }));
const clock = onFirstUse(() => new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }));
const localClock = onFirstUse(
  () => new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "short" }),
);
const siteClock = onFirstUse(
  () => new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }),
);

/** Formats the day of an ISO 8601 time, with its year unless that is clear: `Mon, Jul 5`. */
export function formatSiteDay(iso: string): string {
  const instant = new Date(iso);
  return keepTogether((needsYear(instant) ? dayOfYear : day)().format(instant));
}

/** Formats the day of an ISO 8601 time with its year: `Jul 5, 2027`. */
export function formatSiteDate(iso: string): string {
  return formatCalendarDay(siteDayOf(iso));
}

/** Formats two ISO 8601 times of one day: `9:00 AM – 12:00 PM`. */
export function formatSiteTimes(from: string, to: string): string {
  return keepTogether(`${time().format(new Date(from))} – ${time().format(new Date(to))}`);
}

/** Formats an ISO 8601 time: `9:00 AM`. */
export function formatSiteTime(iso: string): string {
  return keepTogether(time().format(new Date(iso)));
}

/** As formatSiteTime, with the name of the camp's time zone for a reader in another one. */
export function formatSiteTimeWithZone(iso: string): string {
  return withZone(formatSiteTime(iso), iso);
}

/** Formats an ISO 8601 time: `Mon, Jul 5, 9:00 AM`, with the name of the camp's time zone for a reader in another one. */
export function formatSiteMoment(iso: string): string {
  return withZone(`${formatSiteDay(iso)}, ${formatSiteTime(iso)}`, iso);
}

function withZone(text: string, iso: string): string {
  const zone = foreignZoneName(iso);
  return zone === null ? text : `${text} (${zone})`;
}

/** The day of an ISO 8601 time as `2027-07-05`. */
export function siteDayOf(iso: string): string {
  return isoDay().format(new Date(iso));
}

/** Today, as `2027-07-05`. */
export function siteToday(): string {
  return siteDayOf(new Date().toISOString());
}

/** The time of day of an ISO 8601 time as `09:00`. */
export function siteClockOf(iso: string): string {
  return clock().format(new Date(iso));
}

/** The instant, in ISO 8601, at which the camp's clock shows a time of day (`09:00`) on a day (`2027-07-05`). */
export function siteInstant(day: string, timeOfDay: string): string {
  const wallClock = Date.parse(`${day}T${timeOfDay}Z`);
  // The second step is for an instant that lies on the other side of a change of the clocks than the first guess.
  const first = wallClock - offsetAt(wallClock);
  return new Date(wallClock - offsetAt(first)).toISOString();
}

/** By how many milliseconds the camp's clock is ahead of UTC. */
function offsetAt(instant: number): number {
  const iso = new Date(instant).toISOString();
  return Date.parse(`${siteDayOf(iso)}T${siteClockOf(iso)}Z`) - instant;
}

/** The name of the camp's time zone; null if the reader's clock shows the same time at the ISO 8601 time. */
export function foreignZoneName(iso: string): string | null {
  const instant = new Date(iso);
  return localClock().format(instant) === siteClock().format(instant) ? null : config.timeZoneName;
}
