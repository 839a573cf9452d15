/** The lessons and days that come next. Days are in the camp's time zone. */
import type { CampClass } from "../../classes/api";
import type { Lesson } from "../../classes/model/lessons";
import { addDays } from "../../classes/model/weeks";
import { siteDayOf, siteToday } from "../../shared/siteTime";

/** A lesson that isn't over, with its class. */
export interface Upcoming<Class> {
  campClass: Class;
  lesson: Lesson;
}

/** The lessons of these classes that aren't over, the next one first. */
export function upcomingLessons<Class extends { lessons: readonly Lesson[] }>(
  classes: readonly Class[],
): Upcoming<Class>[] {
  return classes
    .flatMap((campClass) => campClass.lessons.map((lesson) => ({ campClass, lesson })))
    .filter(({ lesson }) => Date.parse(lesson.endsAt) > Date.now())
    .sort((a, b) => Date.parse(a.lesson.startsAt) - Date.parse(b.lesson.startsAt));
}

const DAY_MS = 24 * 60 * 60_000;

/** How far away the day of an ISO 8601 time is: `today`, `tomorrow`, `in 5 days`, `in 3 weeks`. */
export function dayDistance(iso: string): string {
  const days = Math.round((Date.parse(siteDayOf(iso)) - Date.parse(siteToday())) / DAY_MS);
  if (days <= 0) return "today";
  if (days === 1) return "tomorrow";
  return days < 14 ? `in ${days} days` : `in ${Math.floor(days / 7)} weeks`;
}

/** The first day from today on that has one of the weekdays of the class; null if there is none. */
export function nextDayOf({
  firstDay,
  lastDay,
  weekdays,
}: Pick<CampClass, "firstDay" | "lastDay" | "weekdays">): string | null {
  if (firstDay === null || lastDay === null) return null;
  const from = firstDay > siteToday() ? firstDay : siteToday();
  const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
  // Sunday is 7.
  const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return days.find((day) => day <= lastDay && weekdays.includes(weekdayOf(day))) ?? null;
}
