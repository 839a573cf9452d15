import { asApiError, retryTimeOf } from "../../shared/api/errors";
import { pages } from "../../shared/paths";

/** The reason why the seat of a selection is not available. */
export interface Obstacle {
  selectionId: string;
  code: string;
  message: string;
  /** When the seat may be available (ISO 8601), if that is known. */
  retryAt: string | null;
}

/** Returns the obstacles in a `not_all_available` error; an empty list for any other error. */
export function obstaclesOf(error: unknown): Obstacle[] {
  const refusal = asApiError(error);
  if (refusal?.code !== "not_all_available") return [];
  return refusal.lines.map(({ selectionId, code, message, ...times }) => ({
    selectionId: String(selectionId),
    code: String(code),
    message: String(message),
    retryAt: retryTimeOf(times),
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
  not_open_yet: { link: SELECTED },
  too_many_holds: { link: SELECTED },
  too_many_seats: { link: SELECTED, final: true },
  verified_email_needed: { link: [pages.profile, "Verify your email"] },
  held_too_long: { link: [pages.allClasses, "See other classes"], final: true },
  already_enrolled: { link: [pages.myEnrolledClasses, "My Enrolled Classes"], final: true },
  payment_refunded: { link: [pages.myPaymentHistory, "My Payment History"], retryLabel: "Start over" },
  not_found: {
    text: "This class is no longer offered, or the child it's for is no longer in your account. You haven't been charged.",
    link: SELECTED,
    final: true,
  },
};

/** Returns the next step to offer after an error. A class is not sold out if a seat may be open again at some time. */
export function nextStepAfter({ code, retryAt }: Pick<Obstacle, "code" | "retryAt">): NextStep {
  const step = NEXT_STEPS[code] ?? {};
  return retryAt === null ? step : { ...step, waitlist: false };
}
