import { useSessionState } from "../../accounts/session/SessionProvider";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { type ClassDetails, type EnrolledClass, type Selection, useEnrolledClasses } from "../api";
import { type Lesson, lessonTextWithZone } from "../model/lessons";
import { mayOverlap, overlapsOf } from "../model/overlaps";
import { childNameOf, type Participant } from "../model/participants";

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
      {overlaps.map(({ other, lessons }) => (
        <p key={other.enrollmentId}>{overlapText(classText(other), lessons)}</p>
      ))}
    </div>
  );
}

/** An OverlapNote for a selected class. Loads the lessons of the class if the participant has a class on these days. */
export function SelectionOverlapNote({ selection }: { selection: Selection }) {
  const { data = [] } = useEnrolledClasses();
  const isBusy = data.some((other) => other.childId === selection.childId && mayOverlap(other, selection));
  return isBusy ? <LoadedOverlapNote selection={selection} /> : null;
}

function LoadedOverlapNote({ selection }: { selection: Selection }) {
  const { data } = usePublicData(calls.class(selection.classId));
  return data ? <OverlapNote campClass={data} participant={selection} /> : null;
}

interface OverlapWithProps {
  classId: string;
  /** A class of a participant. */
  other: OtherClass;
}

type OtherClass = Participant & Pick<EnrolledClass, "classId" | "nameClass">;

/** Warns of lessons of a class at the same time as those of one other class. Loads the lessons of both. */
export function OverlapWith({ classId, other }: OverlapWithProps) {
  const { data: campClass } = usePublicData(calls.class(classId));
  const { data: otherClass } = usePublicData(calls.class(other.classId));
  const [overlap] = campClass && otherClass ? overlapsOf(campClass, [otherClass]) : [];
  if (!overlap) return null;
  return (
    <p className="verdict overlap-note" role="note">
      {overlapText(classText(other), overlap.lessons)}
    </p>
  );
}

function classText(other: OtherClass): string {
  const name = childNameOf(other);
  return `${name === null ? "your" : `${name}'s`} class ${other.nameClass}`;
}

function overlapText(otherClass: string, lessons: readonly Lesson[]): string {
  const [first] = lessons;
  if (!first) return "";
  return lessons.length === 1
    ? `One lesson overlaps with ${otherClass}: ${lessonTextWithZone(first)}.`
    : `${lessons.length} lessons overlap with ${otherClass}. The first is ${lessonTextWithZone(first)}.`;
}
