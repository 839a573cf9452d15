const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const shortUtcDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const utcDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/**
 * Lets no line begin with a dash, `AM` or `PM`, or end between a month and its day. Intl writes thin spaces beside the dash
 * of a span of days.
 */
export function keepTogether(text: string): string {
  return text.replace(/\s(?=–|[AP]M\b)|(?<=[a-z]) (?=\d)/g, (space) =>
    space === "\u2009" ? "\u202f" : "\u00a0",
  );
}

/** Formats the date of an ISO 8601 time in the local time zone. */
export function formatDate(iso: string): string {
  return keepTogether(day.format(new Date(iso)));
}

/** Formats the date and time of an ISO 8601 time in the local time zone. */
export function formatDateTime(iso: string): string {
  return keepTogether(dayAndTime.format(new Date(iso)));
}

/** Formats a calendar day (`2026-11-16`), independent of the time zone. */
export function formatCalendarDay(iso: string): string {
  return keepTogether(utcDay.format(new Date(`${iso}T00:00:00Z`)));
}

/** Formats the time of day of an ISO 8601 time in the local time zone. */
export function formatTime(iso: string): string {
  return keepTogether(time.format(new Date(iso)));
}

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });

/** Formats two times of day (`09:00`): `9:00 AM – 12:00 PM`. */
export function formatClockTimes(from: string, to: string): string {
  const [start, end] = [from, to].map((each) => clock.format(new Date(`1970-01-01T${each}Z`)));
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
  return keepTogether(utcDay.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)));
}

/** As formatCalendarDays, without the year. */
export function formatMonthDays(first: string, last: string): string {
  return keepTogether(shortUtcDay.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)));
}

/** As formatCalendarDay, without the year. */
export function formatMonthDay(iso: string): string {
  return keepTogether(shortUtcDay.format(new Date(`${iso}T00:00:00Z`)));
}
