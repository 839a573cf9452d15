import type { CampClass } from "../api";
import type { Lesson } from "./lessons";

type Times = Pick<Lesson, "startsAt" | "endsAt">;

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

/** Whether classes have days in common, so that it is worth loading their lessons. */
export function mayOverlap(one: Days, other: Days): boolean {
  if (one.firstDay === null || one.lastDay === null) return false;
  if (other.firstDay === null || other.lastDay === null) return false;
  return one.firstDay <= other.lastDay && other.firstDay <= one.lastDay;
}

/** Whether two lessons take place at the same time. The server has the same rule (classes/catalog/clashes.py). */
export function overlap(one: Times, other: Times): boolean {
  return (
    Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt)
  );
}
