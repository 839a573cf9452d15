import { useCallback } from "react";
import type { ApiPath, PathTemplate } from "./apiTypes";
import { calls } from "./paths";
import { useInvalidate, useUserEmail } from "./resources";

type Paths = ApiPath<PathTemplate>[];

const CLASS_LISTS = [calls.classes, calls.popularClasses];
/** The lists that show the names and photos of instructors. */
const INSTRUCTOR_LISTS = [calls.instructors, ...CLASS_LISTS];

/** The selections, seats and waitlist entries of a student. */
const seatsOf = (student: string) => [
  calls.selected(student),
  calls.enrolled(student),
  calls.waitlistOf(student),
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
  changeChildren: (email) => [calls.children, ...seatsOf(email), calls.paymentsOf(email), ...CLASS_LISTS],
  createClass: (email) => [calls.myClasses(email)],
  updateClass: (email, id) => [calls.myClasses(email), calls.myClass(id), ...CLASS_LISTS],
  reviewClass: () => CLASS_LISTS,
  selectClass: (email) => [calls.selected(email), calls.enrolled(email)],
  joinWaitlist: (email) => [calls.waitlistOf(email), ...CLASS_LISTS],
  leaveWaitlist: (email) => [calls.waitlistOf(email), calls.selected(email), ...CLASS_LISTS],
  /** A refusal means that the cached lists are outdated. */
  refuseSelection: (email) => [...seatsOf(email), calls.children, ...CLASS_LISTS],
  /** A hold, a payment or a cancellation. */
  changeSeats: (email) => [...seatsOf(email), calls.paymentsOf(email), ...CLASS_LISTS],
} satisfies Record<string, (email: string, id: string) => Paths>;

/** Returns a function that invalidates what the operation has changed. */
export function useInvalidateAfter(operation: keyof typeof CHANGED_BY): (id?: string) => Promise<void> {
  const email = useUserEmail();
  const invalidate = useInvalidate();
  return useCallback(
    async (id = "") => {
      if (email !== null) await invalidate(...CHANGED_BY[operation](email, id));
    },
    [email, invalidate, operation],
  );
}
