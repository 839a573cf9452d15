import { normalize } from "../../classes/model/search";
import { withParameters } from "../../shared/hooks/useSearchState";
import type { TodayLesson, TodayRow } from "./api";
import { presenceAfter } from "./fold";

/** Who needs attention. */
export const ATTENTION = {
  late: "Expected and not here",
  staying: "Still here after the end",
  unregistered: "Here and not registered",
} as const;
export type Attention = keyof typeof ATTENTION;
export const ATTENTIONS = Object.keys(ATTENTION) as Attention[];

/** The search and the filters of the list, stored in the query of the URL; empty for all. */
export interface DoorSearch {
  /** A part of a name. */
  text: string;
  only: Attention | "";
  /** When a lesson starts, as `2027-07-05T13:00:00Z`. */
  time: string;
  classId: string;
}

export function parseSearch(query: URLSearchParams): DoorSearch {
  const read = (name: string) => query.get(name) ?? "";
  const only = ATTENTIONS.find((each) => each === read("only")) ?? "";
  return { text: read("q"), only, time: read("time"), classId: read("class") };
}

export function writeSearch({ text, only, time, classId }: DoorSearch, query: URLSearchParams) {
  return withParameters(query, { q: text, only, time, class: classId });
}

export function needsAttention(
  which: Attention,
  { startsAt, endsAt }: TodayLesson,
  { events, registered }: TodayRow,
  now: number,
): boolean {
  const { state } = presenceAfter(events);
  if (which === "late") return state === "expected" && Date.parse(startsAt) <= now;
  if (which === "staying") return state === "arrived" && Date.parse(endsAt) <= now;
  return state === "arrived" && !registered;
}

/**
 * The search without a time or a class that the day doesn't have, such as those of another day's address, or a class that
 * isn't at the time: no chip would take them back.
 */
export function possibleSearch(lessons: readonly TodayLesson[], search: DoorSearch): DoorSearch {
  const lessonsAt = (time: string) => lessons.filter(({ startsAt }) => !time || startsAt === time);
  const time = lessonsAt(search.time).length > 0 ? search.time : "";
  const classId = lessonsAt(time).some((lesson) => lesson.classId === search.classId) ? search.classId : "";
  return { ...search, time, classId };
}

/** The lessons that were searched for, each with those of its rows that were. */
export function findRows(
  lessons: readonly TodayLesson[],
  { text, only, time, classId }: DoorSearch,
  now: number,
): { lesson: TodayLesson; rows: TodayRow[] }[] {
  const words = normalize(text).trim();
  return lessons
    .filter((lesson) => (!time || lesson.startsAt === time) && (!classId || lesson.classId === classId))
    .map((lesson) => ({
      lesson,
      rows: lesson.rows.filter(
        (row) => normalize(row.name).includes(words) && (!only || needsAttention(only, lesson, row, now)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0 || (!words && !only));
}
