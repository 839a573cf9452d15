import { useFormikContext } from "formik";
import { usePaused } from "../../shared/hooks/usePaused";
import { formatSiteTimes } from "../../shared/siteTime";
import { type PlannedConflict, usePlannedConflicts } from "../instructorApi";
import { isComplete } from "./lessonDrafts";
import type { ClassDraft } from "./schema";

const PAUSE_MS = 600;
const MAX_SHOWN = 5;

/** Says, while lessons are typed, what else the instructor teaches at that time, and what is in the same place. */
export function ConflictNote({ classId = null }: { classId?: string | null }) {
  const { lessons, place, instructorId } = useFormikContext<ClassDraft>().values;
  const numbered = lessons
    .map((lesson, index) => ({ number: index + 1, lesson }))
    .filter(({ lesson }) => isComplete(lesson) && lesson.from < lesson.to && !lesson.started);
  const planned = numbered.map(({ lesson: { _id, started, ...times } }) => times);
  const wanted =
    planned.length === 0
      ? null
      : JSON.stringify({ lessons: planned, place, classId, instructorId: instructorId || null });
  const asked = usePaused(wanted, PAUSE_MS);
  const { data } = usePlannedConflicts(asked);
  const conflicts = (asked === wanted && data) || [];
  const more = conflicts.length - MAX_SHOWN;
  const textOf = (conflict: PlannedConflict) =>
    `Lesson ${numbered[conflict.position - 1]?.number}: ${conflictText(conflict, instructorId === "")}`;
  return (
    <div role="status">
      {conflicts.length > 0 ? (
        <div className="verdict mb-3">
          <ul className="list-unstyled mb-0">
            {[...new Set(conflicts.slice(0, MAX_SHOWN).map(textOf))].map((text) => (
              <li key={text}>{text}</li>
            ))}
            {more > 0 ? <li>And {more} more.</li> : null}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function conflictText({ kind, nameClass, startsAt, endsAt }: PlannedConflict, isOwn: boolean): string {
  const times = formatSiteTimes(startsAt, endsAt);
  if (kind === "place") return `${nameClass} is at the same place, ${times}.`;
  return `${isOwn ? "you teach" : "the instructor teaches"} ${nameClass}, ${times}.`;
}
