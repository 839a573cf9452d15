import { useSessionState } from "../../accounts/session/SessionProvider";
import type { CampClass } from "../api";
import { hasBegun, openSeats, takesWaitlist } from "../page/classFacts";
import type { Participant } from "../select/participants";
import type { ParticipantStatuses } from "../select/useParticipantStatuses";
import { useWaitlist, type WaitlistEntry } from "./waitlistApi";

interface ClassWaitlist {
  /** The entries of the user and their children, in order. */
  entries: readonly WaitlistEntry[];
  /** What keeps a participant from joining the waitlist; null if nothing does. */
  standingOf: (participant: Participant) => "enrolled" | "offered" | "waiting" | null;
  /** Whether somebody in the user's family can join. False for a class with open seats and for one that starts soon. */
  isOpen: boolean;
  /** Whether it is not known yet who waits. */
  isLoading: boolean;
}

/** The waitlist of a class, from the view of the current user. */
export function useClassWaitlist(
  campClass: CampClass,
  { participants, statusesOf }: ParticipantStatuses,
): ClassWaitlist {
  const session = useSessionState();
  const isSold = campClass.lessonsRemovedAt === null && !hasBegun(campClass);
  const isFull = isSold && openSeats(campClass) === 0;
  const isStudent = session.status === "in" && session.role === "student";
  const { data = [], isLoading } = useWaitlist({ enabled: isFull && isStudent });
  const entries = data
    .filter(({ classId, state }) => isFull && classId === campClass._id && state === "WAITING")
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const statuses = statusesOf(campClass);
  const standingOf: ClassWaitlist["standingOf"] = ({ childId }) => {
    const state = statuses.find(({ participant }) => participant.childId === childId)?.state;
    if (state && state !== "selected") return state;
    return entries.some((entry) => entry.childId === childId) ? "waiting" : null;
  };
  return {
    entries,
    standingOf,
    isOpen:
      isFull &&
      takesWaitlist(campClass) &&
      participants.some((participant) => standingOf(participant) === null),
    isLoading: session.status === "loading" || isLoading,
  };
}
