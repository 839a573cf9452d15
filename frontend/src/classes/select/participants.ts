import { type Child, useChildren } from "../../accounts/children/childrenApi";

/** Who takes part in a class: a child of the user, or the user, whose `childId` is null. */
export interface Participant {
  childId: string | null;
  childName: string | null;
}

/** A row about one participant of a class. */
interface Seat extends Participant {
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

/** The possible participants of a user with these children: the children, then the user. */
export function participantsOf(children: readonly Child[]): Participant[] {
  return [...children.map(({ _id, name }) => ({ childId: _id, childName: name })), MYSELF];
}

/** The name of a child who takes part; null for the user. A deleted child has no name. */
export function childNameOf({ childId, childName }: Participant): string | null {
  return childId === null ? null : (childName ?? "a deleted child");
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
