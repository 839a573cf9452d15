import type { CampClass } from "../api";
import type { Lesson } from "./lessons";

interface Taught {
  _id: string;
  lessons: readonly Lesson[];
}

/** Lessons of a class that take place at the same time as lessons of another class. */
interface Overlap<Other> {
  other: Other;
  /** The earliest first. */
  lessons: Lesson[];
}

/** Returns which lessons of a class overlap with those of each of the others, except for lessons that are over. */
export function overlapsOf<Other extends Taught>(
  campClass: Taught,
  others: readonly Other[],
): Overlap<Other>[] {
  const coming = campClass.lessons.filter(({ endsAt }) => Date.parse(endsAt) > Date.now());
  return others
    .filter(({ _id }) => _id !== campClass._id)
    .map((other) => ({
      other,
      lessons: coming.filter((lesson) => other.lessons.some((another) => overlap(lesson, another))),
    }))
    .filter(({ lessons }) => lessons.length > 0);
}

type Days = Pick<CampClass, "firstDay" | "lastDay">;

/** Whether the days from the first to the last lesson of both classes overlap, so that their lessons may. */
export function mayOverlap(one: Days, other: Days): boolean {
  if (one.firstDay === null || one.lastDay === null) return false;
  if (other.firstDay === null || other.lastDay === null) return false;
  return one.firstDay <= other.lastDay && other.firstDay <= one.lastDay;
}

function overlap(one: Lesson, other: Lesson): boolean {
  return (
    Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt)
  );
}
