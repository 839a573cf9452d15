import { type Child, useChildren } from "../../accounts/children/api";
import { formatList } from "../../shared/intl";

/** A participant of a class: a child of the user, or the user if `childId` is null. */
export interface Participant {
  childId: string | null;
  childName: string | null;
}

/** A row about one participant of a class. */
export interface Seat extends Participant {
  classId: string;
}

/** The user as a participant. */
export const MYSELF: Participant = { childId: null, childName: null };

/** Whether both rows are about the same class and the same participant. */
export function isSameSeat(
  one: Pick<Seat, "classId" | "childId">,
  other: Pick<Seat, "classId" | "childId">,
): boolean {
  return one.classId === other.classId && one.childId === other.childId;
}

/** A possible participant of the user, with the date of birth of a child, if it is known. */
export interface FamilyMember extends Participant {
  bornOn: string | null;
}

/** The possible participants of a user with these children: the children, then the user. */
export function membersOf(children: readonly Child[]): FamilyMember[] {
  const members = children.map(({ _id, name, bornOn }) => ({ childId: _id, childName: name, bornOn }));
  return [...members, { ...MYSELF, bornOn: null }];
}

/** The name of a child who takes part; null for the user. A deleted child has no name. */
export function childNameOf({ childId, childName }: Participant): string | null {
  return childId === null ? null : (childName ?? "a deleted child");
}

/** `Mia, Tom, and you`. */
export function namesOf(participants: readonly Participant[]): string {
  const names = new Set(participants.map((participant) => childNameOf(participant) ?? "you"));
  // Moves the user to the end of the list.
  if (names.delete("you")) names.add("you");
  return formatList(names);
}

/** `For Mia`, from a text of `useParticipantText`. */
export function capitalized(participantText: string): string {
  return participantText.charAt(0).toUpperCase() + participantText.slice(1);
}

/** `Clay Animals for Mia`; without a text from `useParticipantText`, the name of the class alone. */
export function withParticipant(nameClass: string, participantText: string | null): string {
  return participantText === null ? nameClass : `${nameClass} ${participantText}`;
}

/** Returns a function from a participant to `for Mia`; for the user to `for you`, or to null without children. */
export function useParticipantText(): (participant: Participant) => string | null {
  const { data = [] } = useChildren();
  return (participant) => {
    const name = childNameOf(participant);
    if (name !== null) return `for ${name}`;
    return data.length > 0 ? "for you" : null;
  };
}
