import { onFirstUse } from "./intl";
import { serverNow } from "./serverTime";

const shortUtcDay = onFirstUse(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }),
);
const utcDay = onFirstUse(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }));

/**
 * Lets no line begin with a dash, `AM` or `PM`, or end between a month and its day. Intl writes thin spaces beside the dash
 * of a span of days.
 */
export function keepTogether(text: string): string {
  return text.replace(/\s(?=–|[AP]M\b)|(?<=[a-z]) (?=\d)/g, (space) =>
    space === "\u2009" ? "\u202f" : "\u00a0",
  );
}

const DAY_MS = 86_400_000;
/** Together a year, so that no two of these days have the same month and day. */
const CLEAR_DAYS_BEHIND = 61;
const CLEAR_DAYS_AHEAD = 304;

/** Whether a text needs the year of a day: it is more than two months ago, or ten months ahead. */
export function needsYear(day: Date): boolean {
  const days = (day.getTime() - serverNow()) / DAY_MS;
  return days < -CLEAR_DAYS_BEHIND || days >= CLEAR_DAYS_AHEAD;
}

/** Formats a calendar day (`2026-11-16`), independent of the time zone. */
export function formatCalendarDay(iso: string): string {
  return keepTogether(utcDay().format(new Date(`${iso}T00:00:00Z`)));
}

const clock = onFirstUse(() => new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" }));

/** Formats two times of day (`09:00`): `9:00 AM – 12:00 PM`. */
export function formatClockTimes(from: string, to: string): string {
  const [start, end] = [from, to].map((each) => clock().format(new Date(`1970-01-01T${each}Z`)));
  return keepTogether(`${start} – ${end}`);
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Formats weekdays in order (Monday is 1): `Mon – Fri`, `Mon, Wed`. */
export function formatWeekdays(days: readonly number[]): string {
  const names = days.map((day) => WEEKDAYS[day - 1] ?? "");
  const span = (days.at(-1) ?? 0) - (days[0] ?? 0) + 1;
  return days.length > 2 && span === days.length
    ? keepTogether(`${names[0]} – ${names.at(-1)}`)
    : names.join(", ");
}

/** Formats a span of calendar days: `Jul 5 – 9, 2027`, or one day if both are the same. */
export function formatCalendarDays(first: string, last: string): string {
  return keepTogether(utcDay().formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)));
}

/** As formatCalendarDays, without a year that is clear: `Jul 5 – 9`. */
export function formatMonthDays(first: string, last: string): string {
  const [start, end] = [new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)];
  const format = needsYear(start) || needsYear(end) ? utcDay : shortUtcDay;
  return keepTogether(format().formatRange(start, end));
}

/** As formatCalendarDay, without a year that is clear: `Jul 5`. */
export function formatMonthDay(iso: string): string {
  return formatMonthDays(iso, iso);
}
