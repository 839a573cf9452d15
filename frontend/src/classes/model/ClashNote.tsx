import { useChildren } from "../../accounts/children/api";
import { type Clashes, useClashes } from "../api";
import { clashText } from "./clashes";
import { childNameOf, isSameSeat, membersOf, type Participant, type Seat } from "./participants";

interface ClashNoteProps {
  /** Who takes part; null for the user. */
  names: readonly (string | null)[];
  clashes: Clashes;
}

/** Warns of the classes that participants have at the same time. */
export function ClashNote({ names, clashes }: ClashNoteProps) {
  if (clashes.length === 0) return null;
  return (
    <p className="verdict clash-note" role="note">
      {clashText(names, clashes)}
    </p>
  );
}

interface ClashNotesProps {
  /** For the `aria-describedby` of what the notes are about. */
  id?: string;
  classId: string;
  /** Who takes part; if left out, the user and each of their children. */
  participants?: readonly Participant[];
  /** Seats with notes of their own: a clash that one of them tells is not told again. */
  above?: readonly Seat[];
}

/** The ClashNotes of these participants of the current user, if they are a student: one for all with the same clashes. */
export function ClashNotes({ id, classId, participants, above = [] }: ClashNotesProps) {
  const { data: children = [] } = useChildren();
  const clashesOf = useClashes();
  const members = participants ?? membersOf(children);
  // A row names only the first of its clashes, so this one may be missing there.
  const isToldAbove = (member: Participant, otherId: string) =>
    above.some((seat) => isSameSeat(seat, { ...member, classId: otherId })) &&
    clashesOf(otherId, member).some((each) => each.classId === classId);
  const notes = new Map<string, { names: (string | null)[]; clashes: Clashes }>();
  for (const member of members) {
    const clashes = clashesOf(classId, member).filter((other) => !isToldAbove(member, other.classId));
    const key = clashes.map((other) => other.classId).join();
    notes.set(key, { names: [...(notes.get(key)?.names ?? []), childNameOf(member)], clashes });
  }
  return (
    <div id={id}>
      {[...notes].map(([key, note]) => (
        <ClashNote key={key} {...note} />
      ))}
    </div>
  );
}
