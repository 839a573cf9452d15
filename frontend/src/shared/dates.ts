const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const shortUtcDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const utcDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Formats the date of an ISO 8601 time in the local time zone. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** Formats the date and time of an ISO 8601 time in the local time zone. */
export function formatDateTime(iso: string): string {
  return dayAndTime.format(new Date(iso));
}

/** Formats a calendar day (`2026-11-16`), independent of the time zone. */
export function formatCalendarDay(iso: string): string {
  return utcDay.format(new Date(`${iso}T00:00:00Z`));
}

/** Formats the time of day of an ISO 8601 time in the local time zone. */
export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}

/** Formats a span of calendar days: `Jul 5 – 9, 2027`, or one day if both are the same. */
export function formatCalendarDays(first: string, last: string): string {
  return utcDay.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** As formatCalendarDays, without the year. */
export function formatMonthDays(first: string, last: string): string {
  return shortUtcDay.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** As formatCalendarDay, without the year. */
export function formatMonthDay(iso: string): string {
  return shortUtcDay.format(new Date(`${iso}T00:00:00Z`));
}
