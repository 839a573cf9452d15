const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const shortUtcDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const utcDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A server's time (ISO 8601, UTC) as a day where the reader is. */
export function dateOf(iso: string): string {
  return day.format(new Date(iso));
}

/** A server's time (ISO 8601, UTC) as day and time where the reader is. */
export function momentOf(iso: string): string {
  return moment.format(new Date(iso));
}

/** A day of the server's calendar (`2026-11-16`), the same wherever the reader is. */
export function calendarDay(iso: string): string {
  return utcDay.format(new Date(`${iso}T00:00:00Z`));
}

/** The time of day of a server's time (ISO 8601, UTC) where the reader is. */
export function timeOf(iso: string): string {
  return time.format(new Date(iso));
}

/** As calendarDay, without the year: for where there is little room. */
export function dayAndMonth(iso: string): string {
  return shortUtcDay.format(new Date(`${iso}T00:00:00Z`));
}
