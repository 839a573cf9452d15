import { useFormikContext } from "formik";
import { usePreview } from "../../shared/api/preview";
import type { ResponseBody } from "../../shared/api/types";
import { usePaused } from "../../shared/hooks/usePaused";
import { calls } from "../../shared/paths";
import { formatSiteTimes } from "../../shared/siteTime";
import { isComplete } from "./lessonDrafts";
import type { ClassDraft } from "./schema";

/** A lesson of another class at the time of a planned one. */
type PlannedConflict = ResponseBody<"POST", "/lessons/conflicts">[number];

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
  const { data } = usePreview("POST", calls.plannedConflicts, asked === null ? null : JSON.parse(asked));
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
