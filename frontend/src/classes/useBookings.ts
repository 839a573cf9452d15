import { useChildren } from "../accounts/childrenApi";
import { useSessionState } from "../accounts/SessionProvider";
import { pages } from "../shared/paths";
import { type CampClass, useEnrolledClasses, useSelections } from "./api";
import { hasBegun, openSeats } from "./classFacts";
import { isOffered } from "./offers";
import { isSameSeat, MYSELF, type Participant, participantsOf } from "./participants";

/** The reason why the user cannot select a class; `booked` if everybody has; `loading` until it is known. */
export type SelectionBlock = "admin" | "instructor" | "booked" | "begun" | "full" | "loading";

/** A participant who has selected a class already, has an offer from its waitlist, or is enrolled in it. */
export interface Booking {
  participant: Participant;
  state: "selected" | "offered" | "enrolled";
  /** Until when the seat is offered; null without an offer. */
  offeredUntil: string | null;
  /** The page to pay for the class, or to see it. */
  page: string;
}

export interface Bookings {
  /** The children of the user, then the user. */
  participants: readonly Participant[];
  bookingsOf: (campClass: CampClass) => Booking[];
  blockOf: (campClass: CampClass) => SelectionBlock | null;
}

/** The possible participants of the user, and their bookings. */
export function useBookings(): Bookings {
  const session = useSessionState();
  const isStudent = session.status === "in" && session.role === "student";
  const children = useChildren({ enabled: isStudent });
  const selected = useSelections({ enabled: isStudent });
  const enrolled = useEnrolledClasses({ enabled: isStudent });
  const participants = isStudent ? participantsOf(children.data ?? []) : [MYSELF];
  const bookingsOf: Bookings["bookingsOf"] = ({ _id: classId }) =>
    participants.flatMap((participant): Booking[] => {
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
  const blockOf: Bookings["blockOf"] = (campClass) => {
    if (session.status === "in" && session.role !== "student") return session.role;
    const isFamilyLoading = isStudent && isLoading(children);
    if (!isFamilyLoading && bookingsOf(campClass).length === participants.length) return "booked";
    if (hasBegun(campClass)) return "begun";
    if (openSeats(campClass) === 0) return "full";
    // If the lists cannot be loaded, the server decides.
    const loading = isFamilyLoading || isLoading(selected) || isLoading(enrolled);
    return session.status === "loading" || (isStudent && loading) ? "loading" : null;
  };
  return { participants, bookingsOf, blockOf };
}

function isLoading({ data, error }: { data?: unknown; error?: unknown }): boolean {
  return data === undefined && error === undefined;
}
