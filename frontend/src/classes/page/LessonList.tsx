import { foreignZoneName, formatSiteDay, formatSiteTimes } from "../../shared/siteTime";
import type { ClassDetails } from "../api";

/** A lesson of a class. */
export type Lesson = ClassDetails["lessons"][number];

/** The lessons of a class in the camp's time zone: a summary if all are at the same time of day, and each one on request. */
export function LessonList({ lessons }: { lessons: readonly Lesson[] }) {
  const [first] = lessons;
  if (!first) return null;
  const times = new Set(lessons.map(timesOf));
  return (
    <>
      {lessons.length === 1 ? (
        <p className="mb-1">{lessonText(first)}</p>
      ) : (
        <>
          <p className="mb-1">
            {lessons.length} lessons, {times.size === 1 ? timesOf(first) : "at different times"}
          </p>
          <details className="mb-1">
            <summary>See all lessons</summary>
            <EveryLesson lessons={lessons} />
          </details>
        </>
      )}
      <ZoneNote iso={first.startsAt} />
    </>
  );
}

/** Each lesson with its day and times, without the time zone. */
export function EveryLesson({ lessons }: { lessons: readonly Lesson[] }) {
  return (
    <ol className="lessons">
      {lessons.map((lesson) => (
        <li key={lesson._id}>{lessonText(lesson)}</li>
      ))}
    </ol>
  );
}

function timesOf({ startsAt, endsAt }: Lesson): string {
  return formatSiteTimes(startsAt, endsAt);
}

/** Day, time and, if it is not the one of the class, place of a lesson. */
function lessonText(lesson: Lesson): string {
  const place = lesson.place ? `, ${lesson.place}` : "";
  return `${formatSiteDay(lesson.startsAt)}, ${timesOf(lesson)}${place}`;
}

/** As lessonText, with the name of the camp's time zone for a reader in another one. */
export function lessonTextWithZone(lesson: Lesson): string {
  const zone = foreignZoneName(lesson.startsAt);
  return zone === null ? lessonText(lesson) : `${lessonText(lesson)} (${zone})`;
}

/** Names the camp's time zone to a reader in another one. */
export function ZoneNote({ iso }: { iso: string }) {
  const zone = foreignZoneName(iso);
  return zone === null ? null : <p className="mb-1 text-body-secondary">Times are in {zone}.</p>;
}
