import { foreignZoneName } from "../../shared/siteTime";
import { type Lesson, lessonText, timesOf } from "../model/lessons";

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
            <summary className="tap">See all lessons</summary>
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

/** Names the camp's time zone to a reader in another one. */
export function ZoneNote({ iso }: { iso: string }) {
  const zone = foreignZoneName(iso);
  return zone === null ? null : <p className="mb-1 text-body-secondary">Times are in {zone}.</p>;
}
