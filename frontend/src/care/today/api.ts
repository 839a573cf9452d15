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

/** The lessons of today, and the tag of this answer. */
interface TodayAnswer {
  /** Null: they are the same as in the answer with the tag. */
  lessons: TodayLesson[] | null;
  tag: string | undefined;
}

/** The lessons of today, by the server's clock. @param tag of the last answer */
export function fetchToday(tag?: string): Promise<TodayAnswer> {
  return request(calls.today, { tag }, async (response) => ({
    lessons: response.status === 304 ? null : ((await response.json()) as TodayLesson[]),
    tag: response.headers.get("ETag") ?? undefined,
  }));
}

/** Sends at most MAX_EVENTS events. The server accepts an event again that it has already. */
export function sendEvents(events: NewEvent[]) {
  return request(calls.presence, { method: "POST", body: { events } });
}
