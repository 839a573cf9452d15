import { type NewEvent, sendEvents } from "../../care/today/api";
import type { Row } from "../../shared/api/types";
import { randomId } from "../../shared/randomId";
import { formatSiteTime, formatSiteTimes } from "../../shared/siteTime";

/** A participant in a lesson that has begun. */
export type Attendance = Row<"/classes/{id}/attendance">;

export function attendanceText({ state, arrivedAt, leftAt, endsAt }: Attendance): string {
  if (state === "absent") return "Absent";
  if (arrivedAt && leftAt) return formatSiteTimes(arrivedAt, leftAt);
  if (arrivedAt) return `Came at ${formatSiteTime(arrivedAt)}`;
  if (leftAt) return `Left at ${formatSiteTime(leftAt)}`;
  return Date.parse(endsAt) > Date.now() ? "Expected" : "Not recorded";
}

/** What the office can correct the attendance of a past day to. */
export const OUTCOMES = [
  ["arrived", "Was here"],
  ["absent", "Was absent"],
  ["expected", "Not recorded"],
] as const;

type Outcome = (typeof OUTCOMES)[number][0];

/** Whether this is the attendance already: who has left was here. */
export function isRecorded({ state }: Attendance, outcome: Outcome): boolean {
  return (state === "left" ? "arrived" : state) === outcome;
}

/**
 * Takes back what was recorded about a participant in a lesson, and records what happened instead, at the lesson's start.
 * Returns the code of a refusal; null if there is none. @throws ApiError
 */
export async function correct(row: Attendance, outcome: Outcome): Promise<string | null> {
  const { lessonId, enrollmentId, startsAt: at, events } = row;
  const about = { lessonId, enrollmentId, at };
  const undone = new Set(events.map(({ undoes }) => undoes));
  const counting = events.filter(({ _id, kind }) => kind !== "UNDO" && !undone.has(_id));
  const corrections: NewEvent[] = counting.map(({ _id }) => ({
    ...about,
    _id: randomId(),
    kind: "UNDO",
    undoes: _id,
  }));
  if (outcome !== "expected")
    corrections.push({ ...about, _id: randomId(), kind: outcome === "arrived" ? "ARRIVED" : "ABSENT" });
  const { refused } = await sendEvents(corrections);
  return refused[0]?.code ?? null;
}
