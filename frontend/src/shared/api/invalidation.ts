import { useCallback } from "react";
import { calls } from "../paths";
import { useInvalidate, useUserEmail } from "./resources";
import type { ApiPath, PathTemplate } from "./types";

type Paths = ApiPath<PathTemplate>[];

const CLASS_LISTS = [calls.classes, calls.popularClasses];
/** The lists that show the names and photos of instructors. */
const INSTRUCTOR_LISTS = [calls.instructors, ...CLASS_LISTS];

/** The selections, seats and waitlist entries of a student. */
const studentListsOf = (student: string) => [
  calls.selected(student),
  calls.enrolled(student),
  calls.waitlistOf(student),
  calls.clashes,
];

/**
 * The paths whose responses each operation changes.
 *
 * @param email the current user's
 * @param id what the operation is about, if that matters
 */
const CHANGED_BY = {
  changeRole: () => INSTRUCTOR_LISTS,
  changeProfile: (email) => [...INSTRUCTOR_LISTS, calls.myClasses(email)],
  changeBiography: () => [calls.instructors, calls.classes],
  /** Their names are shown in many lists. The deletion of a child also releases its holds. */
  changeChildren: (email) => [
    calls.children,
    ...studentListsOf(email),
    calls.paymentsOf(email),
    ...CLASS_LISTS,
  ],
  createClass: (email) => [calls.myClasses(email)],
  updateClass: (email, id) => [calls.myClasses(email), calls.myClass(id), ...CLASS_LISTS],
  reviewClass: (_email, id) => [calls.myClass(id), ...CLASS_LISTS],
  /** The order of the instructors depends on the numbers of their students. */
  handOverClass: (_email, id) => [calls.myClass(id), ...INSTRUCTOR_LISTS],
  /** Includes the waitlists and rosters below `/classes`: an offer changes the waitlist, and releases expired holds. */
  offerNext: () => CLASS_LISTS,
  selectClass: (email) => [calls.selected(email), calls.enrolled(email), calls.clashes],
  joinWaitlist: (email) => [calls.waitlistOf(email), ...CLASS_LISTS],
  leaveWaitlist: (email) => [...studentListsOf(email), ...CLASS_LISTS],
  /** The server refused to select or to join: the cached lists are outdated. */
  refusedRequest: (email) => [...studentListsOf(email), calls.children, ...CLASS_LISTS],
  /** A hold, a payment or a cancellation. */
  changeSeats: (email) => [...studentListsOf(email), calls.paymentsOf(email), ...CLASS_LISTS],
} satisfies Record<string, (email: string, id: string) => Paths>;

type Operation = keyof typeof CHANGED_BY;

/** The id, for the operations whose paths depend on it. */
type IdOf<O extends Operation> =
  Parameters<(typeof CHANGED_BY)[O]> extends [email: string, ...id: infer Id extends string[]] ? Id : [];

/** Returns a function that invalidates what the operation has changed. */
export function useInvalidateAfter<O extends Operation>(operation: O): (...id: IdOf<O>) => Promise<void> {
  const email = useUserEmail();
  const invalidate = useInvalidate();
  return useCallback(
    async (...id) => {
      const pathsOf: (email: string, ...id: string[]) => Paths = CHANGED_BY[operation];
      if (email !== null) await invalidate(...pathsOf(email, ...id));
    },
    [email, invalidate, operation],
  );
}

/** Returns a function that refreshes what changeSeats changes: the lists may be outdated, or failed to load. */
export function useRefreshSeats(): () => Promise<void> {
  return useInvalidateAfter("changeSeats");
}
