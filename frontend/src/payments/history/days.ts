import { formatCalendarDay } from "../../shared/dates";

/** Calendar days as receipts and tax statements list them. */
export function daysText(days: readonly string[]): string {
  return days.length === 0 ? "none" : days.map(formatCalendarDay).join("; ");
}
