import { Link } from "react-router-dom";
import { asApiError, errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { formatMoney } from "../shared/money";
import { pages } from "../shared/paths";

interface NextStep {
  /** Replaces the message of the server. */
  text?: string;
  link?: readonly [to: string, text: string];
  /** The label of the retry button. */
  retryLabel?: string;
  /** Hides the retry button, because a retry cannot succeed. */
  final?: boolean;
}

const SELECTED = [pages.mySelectedClasses, "My Selected Classes"] as const;
const NEXT_STEPS: Record<string, NextStep> = {
  class_full: { link: [pages.allClasses, "See other classes"] },
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

interface HoldErrorProps {
  error: unknown;
  /** The current price in dollars. */
  price: number;
  busy: boolean;
  retry: () => Promise<unknown>;
}

/** Explains why no seat is held, and offers the next step. */
export function HoldError({ error, price, busy, retry }: HoldErrorProps) {
  const code = asApiError(error)?.code ?? "";
  const { text, link, retryLabel = "Try again", final = false } = NEXT_STEPS[code] ?? {};
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>{text ?? errorMessage(error)}</p>
      {code === "price_changed" ? (
        <p className="fw-semibold amount">It now costs {formatMoney(price)}.</p>
      ) : null}
      <div className="d-flex flex-wrap gap-2">
        {final ? null : (
          <BusyButton variant="outline-secondary" busy={busy} onClick={() => void retry()}>
            {code === "price_changed" ? `Continue at ${formatMoney(price)}` : retryLabel}
          </BusyButton>
        )}
        {link ? (
          <Link className="btn btn-outline-primary" to={link[0]}>
            {link[1]}
          </Link>
        ) : null}
      </div>
    </div>
  );
}
