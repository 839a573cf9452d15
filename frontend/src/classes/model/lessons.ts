import { foreignZoneName, formatSiteDay, formatSiteTimes } from "../../shared/siteTime";
import type { ClassDetails } from "../api";

/** A lesson of a class. */
export type Lesson = ClassDetails["lessons"][number];

/** When a lesson begins and ends: `9:00 AM – 12:00 PM`. */
export function timesOf({ startsAt, endsAt }: Lesson): string {
  return formatSiteTimes(startsAt, endsAt);
}

/** Day, time and, if it is not the one of the class, place of a lesson. */
export function lessonText(lesson: Lesson): string {
  const place = lesson.place ? `, ${lesson.place}` : "";
  return `${formatSiteDay(lesson.startsAt)}, ${timesOf(lesson)}${place}`;
}

/** As lessonText, with the name of the camp's time zone for a reader in another one. */
export function lessonTextWithZone(lesson: Lesson): string {
  const zone = foreignZoneName(lesson.startsAt);
  return zone === null ? lessonText(lesson) : `${lessonText(lesson)} (${zone})`;
}
