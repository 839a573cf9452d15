/**
 * The state of a participant in a lesson: a fold over the events that devices have recorded. The server has the same fold
 * (care/presence/fold.py); both are tested with testing/presence_cases.json.
 */
import type { TodayEvent, TodayRow } from "./api";

export interface Presence {
  state: TodayRow["state"];
  /** Since when the state is so. */
  at: string | null;
  with: string;
  /** The event that led to the state, which an UNDO would take back. */
  eventId: string | null;
}

const NOTHING: Presence = { state: "expected", at: null, with: "", eventId: null };

/** The presence after these events, in any order and with any repetition. */
export function presenceAfter(events: readonly TodayEvent[]): Presence {
  const byId = new Map(events.map((event) => [event._id, event]));
  const undone = new Set([...byId.values()].map(({ undoes }) => undoes));
  return [...byId.values()]
    .filter(({ _id }) => !undone.has(_id))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || (one._id < other._id ? -1 : 1))
    .reduce(after, NOTHING);
}

function after(before: Presence, { _id, kind, at, withName }: TodayEvent): Presence {
  const now = { ...before, at, eventId: _id };
  if (kind === "ARRIVED" && before.state !== "arrived") return { ...now, state: "arrived", with: "" };
  if (kind === "LEFT" && before.state !== "left") return { ...now, state: "left", with: withName };
  // A participant who is here is not absent: a parent may report the absence late.
  if (kind === "ABSENT" && before.state === "expected") return { ...now, state: "absent" };
  return before;
}
