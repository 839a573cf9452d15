const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A server's time (ISO 8601, UTC) as a day where the reader is. */
export function dateOf(iso: string): string {
  return day.format(new Date(iso));
}

/** A server's time (ISO 8601, UTC) as day and time where the reader is. */
export function momentOf(iso: string): string {
  return moment.format(new Date(iso));
}
