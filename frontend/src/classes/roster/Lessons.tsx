import type { ClassDetails } from "../api";
import { EveryLesson, ZoneNote } from "../page/LessonList";

/** When and where the class takes place: each lesson with its day and times, unfolded in print. */
export function Lessons({
  campClass: { lessons, place },
}: {
  campClass: Pick<ClassDetails, "lessons" | "place">;
}) {
  const [first] = lessons;
  if (!first) return place ? <p>{place}</p> : null;
  return (
    <div className="roster-lessons">
      {place ? <p className="mb-1">{place}</p> : null}
      <EveryLesson lessons={lessons} />
      <ZoneNote iso={first.startsAt} />
    </div>
  );
}
