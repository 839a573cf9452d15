import { useSessionState } from "../accounts/SessionProvider";
import { calls } from "../shared/paths";
import { usePublicData } from "../shared/resources";
import { type ClassDetails, type Selection, useEnrolledClasses } from "./api";
import { lessonTextWithZone } from "./LessonList";
import { type Overlap, overlapsOf } from "./lessonOverlaps";

type Class = Pick<ClassDetails, "_id" | "nameClass" | "lessons">;

/** Warns a student whose other classes have lessons at the same time. The student may book the class nevertheless. */
export function OverlapNote({ campClass }: { campClass: Class }) {
  const session = useSessionState();
  const { data } = useEnrolledClasses({ enabled: session.status === "in" && session.role === "student" });
  const overlaps = overlapsOf(campClass, data ?? []);
  if (overlaps.length === 0) return null;
  return (
    <div className="verdict overlap-note" role="note">
      {overlaps.map((overlap) => (
        <p key={overlap.other}>{overlapText(overlap)}</p>
      ))}
    </div>
  );
}

/** As OverlapNote, for a selected class, whose lessons are loaded only for it. */
export function SelectionOverlapNote({ selection }: { selection: Selection }) {
  return selection.lessonCount === 0 ? null : <LoadedOverlapNote classId={selection.classId} />;
}

function LoadedOverlapNote({ classId }: { classId: string }) {
  const { data } = usePublicData(calls.class(classId));
  return data ? <OverlapNote campClass={data} /> : null;
}

function overlapText({ other, lessons }: Overlap): string {
  const [first] = lessons;
  if (!first) return "";
  return lessons.length === 1
    ? `One lesson overlaps with your class ${other}: ${lessonTextWithZone(first)}.`
    : `${lessons.length} lessons overlap with your class ${other}. The first is ${lessonTextWithZone(first)}.`;
}
