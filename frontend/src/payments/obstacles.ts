import { asApiError } from "../shared/apiError";
import { pages } from "../shared/paths";

/** The reason why the seat of a selection is not available. */
export interface Obstacle {
  selectionId: string;
  code: string;
  message: string;
}

/** Returns the obstacles in a `not_all_available` error; an empty list for any other error. */
export function obstaclesOf(error: unknown): Obstacle[] {
  const refusal = asApiError(error);
  if (refusal?.code !== "not_all_available") return [];
  return refusal.lines.map(({ selectionId, code, message }) => ({
    selectionId: String(selectionId),
    code: String(code),
    message: String(message),
  }));
}

interface NextStep {
  /** Replaces the message of the server. */
  text?: string;
  link?: readonly [to: string, text: string];
  /** The label of the retry button. */
  retryLabel?: string;
  /** Hides the retry button, because a retry cannot succeed. */
  final?: boolean;
  /** Offers the waitlist of the class. */
  waitlist?: boolean;
}

const SELECTED = [pages.mySelectedClasses, "My Selected Classes"] as const;
const NEXT_STEPS: Record<string, NextStep> = {
  class_full: { link: [pages.allClasses, "See other classes"], waitlist: true },
  no_lessons: { link: [pages.allClasses, "See other classes"] },
  class_begun: { link: [pages.allClasses, "See other classes"], final: true },
  age_not_in_range: { link: [pages.allClasses, "See other classes"], final: true },
  birth_date_needed: { link: [pages.myChildren, "My Children"] },
  too_many_holds: { link: SELECTED },
  held_too_long: { link: [pages.allClasses, "See other classes"], final: true },
  already_enrolled: { link: [pages.myEnrolledClasses, "My Enrolled Classes"], final: true },
  payment_refunded: { link: [pages.myPaymentHistory, "My Payment History"], retryLabel: "Start over" },
  not_found: {
    text: "This class is no longer offered, or the child it's for is no longer in your account. You haven't been charged.",
    link: SELECTED,
    final: true,
  },
};

/** Returns the next step to offer after an error with this code. */
export function nextStepAfter(code: string): NextStep {
  return NEXT_STEPS[code] ?? {};
}
