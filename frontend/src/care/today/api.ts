import type { components } from "../../shared/api/api.gen";
import { PresenceInput } from "../../shared/api/bounds.gen";
import { request } from "../../shared/api/request";
import type { Row } from "../../shared/api/types";
import { calls } from "../../shared/paths";

export type TodayLesson = Row<"/today">;
export type TodayRow = TodayLesson["rows"][number];
export type TodayEvent = TodayRow["events"][number];
/** An event as a device sends it. */
export type NewEvent = components["schemas"]["PresenceEventInputRequest"];

export const MAX_EVENTS = PresenceInput.events.maxItems;

/** The lessons of today, by the server's clock. */
export function fetchToday(): Promise<TodayLesson[]> {
  return request(calls.today);
}

/** Sends at most MAX_EVENTS events. The server accepts an event again that it has already. */
export function sendEvents(events: NewEvent[]) {
  return request(calls.presence, { method: "POST", body: { events } });
}
