/** Offers of seats to participants from a waitlist. */
import type { Selection } from "../api";
import { countOf } from "../page/classFacts";

/** Whether a seat is offered to the participant of a selection now. */
export function isOffered(selection: Selection): selection is Selection & { offeredUntil: string } {
  return selection.offeredUntil !== null && Date.parse(selection.offeredUntil) > Date.now();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time left until an ISO 8601 time, in full hours or minutes: `23 hours left`, `59 minutes left`. */
export function timeLeftText(until: string): string {
  const left = Date.parse(until) - Date.now();
  if (left >= HOUR_MS) return `${countOf(Math.floor(left / HOUR_MS), "hour")} left`;
  if (left >= MINUTE_MS) return `${countOf(Math.floor(left / MINUTE_MS), "minute")} left`;
  return "Less than a minute left";
}
