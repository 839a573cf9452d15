import { useChildren } from "../../accounts/children/api";
import { type Clashes, useClashes } from "../api";
import { clashText } from "./clashes";
import { childNameOf, membersOf, type Participant } from "./participants";

/** Warns of the classes that a participant has at the same time. `name` is null for the user. */
export function ClashNote({ name, clashes }: { name: string | null; clashes: Clashes }) {
  if (clashes.length === 0) return null;
  return (
    <p className="verdict clash-note" role="note">
      {clashText(name, clashes)}
    </p>
  );
}

interface ClashNotesProps {
  classId: string;
  /** Who takes part; if left out, the user and each of their children. */
  participant?: Participant;
}

/** A ClashNote for each participant of the current user, if they are a student. */
export function ClashNotes({ classId, participant }: ClashNotesProps) {
  const { data: children = [] } = useChildren();
  const clashesOf = useClashes();
  const members = participant ? [participant] : membersOf(children);
  return members.map((member) => (
    <ClashNote key={member.childId} name={childNameOf(member)} clashes={clashesOf(classId, member)} />
  ));
}
