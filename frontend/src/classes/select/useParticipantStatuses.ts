import { useChildren } from "../../accounts/children/childrenApi";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { pages } from "../../shared/paths";
import { type CampClass, useEnrolledClasses, useSelections } from "../api";
import { hasBegun, openSeats } from "../page/classFacts";
import { isOffered } from "../waitlist/offers";
import { isSameSeat, MYSELF, type Participant, participantsOf } from "./participants";

/**
 * The reason why the user cannot select a class. `nobodyLeft`: every participant has selected it, has an offer or is
 * enrolled. `loading`: the lists are not loaded yet.
 */
export type SelectionBlock = "admin" | "instructor" | "nobodyLeft" | "noDates" | "begun" | "full" | "loading";

/** A participant who has selected a class already, has an offer from its waitlist, or is enrolled in it. */
export interface ParticipantStatus {
  participant: Participant;
  state: "selected" | "offered" | "enrolled";
  /** Until when the seat is offered; null without an offer. */
  offeredUntil: string | null;
  /** The page to pay for the class, or to see it. */
  page: string;
}

export interface ParticipantStatuses {
  /** The children of the user, then the user. */
  participants: readonly Participant[];
  statusesOf: (campClass: CampClass) => ParticipantStatus[];
  blockOf: (campClass: CampClass) => SelectionBlock | null;
}

/** The possible participants of the user, and whether they have selected or booked a class. */
export function useParticipantStatuses(): ParticipantStatuses {
  const session = useSessionState();
  const isStudent = session.status === "in" && session.role === "student";
  const children = useChildren({ enabled: isStudent });
  const selected = useSelections({ enabled: isStudent });
  const enrolled = useEnrolledClasses({ enabled: isStudent });
  const participants = isStudent ? participantsOf(children.data ?? []) : [MYSELF];
  const statusesOf: ParticipantStatuses["statusesOf"] = ({ _id: classId }) =>
    participants.flatMap((participant): ParticipantStatus[] => {
      const seat = { classId, childId: participant.childId };
      const enrollment = enrolled.data?.find((row) => isSameSeat(row, seat));
      if (enrollment)
        return [{ participant, state: "enrolled", offeredUntil: null, page: pages.myEnrolledClass(seat) }];
      const selection = selected.data?.find((row) => isSameSeat(row, seat));
      if (!selection) return [];
      const state = isOffered(selection) ? "offered" : "selected";
      const { _id, offeredUntil } = selection;
      return [{ participant, state, offeredUntil, page: pages.payment(_id) }];
    });
  const blockOf: ParticipantStatuses["blockOf"] = (campClass) => {
    if (session.status === "in" && session.role !== "student") return session.role;
    const isFamilyLoading = isStudent && isLoading(children);
    if (!isFamilyLoading && statusesOf(campClass).length === participants.length) return "nobodyLeft";
    if (campClass.lessonsRemovedAt !== null) return "noDates";
    if (hasBegun(campClass)) return "begun";
    if (openSeats(campClass) === 0) return "full";
    // If the lists cannot be loaded, the server decides.
    const loading = isFamilyLoading || isLoading(selected) || isLoading(enrolled);
    return session.status === "loading" || (isStudent && loading) ? "loading" : null;
  };
  return { participants, statusesOf, blockOf };
}

function isLoading({ data, error }: { data?: unknown; error?: unknown }): boolean {
  return data === undefined && error === undefined;
}
