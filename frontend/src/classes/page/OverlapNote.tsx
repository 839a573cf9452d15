import { useSessionState } from "../../accounts/session/SessionProvider";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { type ClassDetails, type EnrolledClass, type Selection, useEnrolledClasses } from "../api";
import { childNameOf, type Participant } from "../select/participants";
import { lessonTextWithZone } from "./LessonList";
import { type Overlap, overlapsOf } from "./lessonOverlaps";

interface OverlapNoteProps {
  campClass: Pick<ClassDetails, "_id" | "lessons">;
  /** Who takes part; if left out, the student and each child of theirs. */
  participant?: Participant;
}

/** Warns a student about other classes of a participant at the same time. The student may book the class nevertheless. */
export function OverlapNote({ campClass, participant }: OverlapNoteProps) {
  const session = useSessionState();
  const { data = [] } = useEnrolledClasses({
    enabled: session.status === "in" && session.role === "student",
  });
  const others = participant ? data.filter(({ childId }) => childId === participant.childId) : data;
  const overlaps = overlapsOf(campClass, others);
  if (overlaps.length === 0) return null;
  return (
    <div className="verdict overlap-note" role="note">
      {overlaps.map((overlap) => (
        <p key={overlap.other.enrollmentId}>{overlapText(overlap)}</p>
      ))}
    </div>
  );
}

/** An OverlapNote for a selected class. Loads the lessons of the class. */
export function SelectionOverlapNote({ selection }: { selection: Selection }) {
  return selection.lessonCount === 0 ? null : <LoadedOverlapNote selection={selection} />;
}

function LoadedOverlapNote({ selection }: { selection: Selection }) {
  const { data } = usePublicData(calls.class(selection.classId));
  return data ? <OverlapNote campClass={data} participant={selection} /> : null;
}

function overlapText({ other, lessons }: Overlap<EnrolledClass>): string {
  const [first] = lessons;
  if (!first) return "";
  const name = childNameOf(other);
  const otherClass = `${name === null ? "your" : `${name}'s`} class ${other.nameClass}`;
  return lessons.length === 1
    ? `One lesson overlaps with ${otherClass}: ${lessonTextWithZone(first)}.`
    : `${lessons.length} lessons overlap with ${otherClass}. The first is ${lessonTextWithZone(first)}.`;
}
