import { Link } from "react-router-dom";
import { ApiError, explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { money } from "../shared/money";
import { pages } from "../shared/paths";

interface Way {
  /** In place of the server's words. */
  text?: string;
  link?: readonly [to: string, text: string];
  /** What the button to try again says. */
  again?: string;
  /** Nothing to try again. */
  final?: boolean;
}

const SELECTED = [pages.mySelectedClasses, "My Selected Classes"] as const;
const WAYS: Record<string, Way> = {
  class_full: { link: [pages.allClasses, "Look at other classes"] },
  too_many_holds: { link: SELECTED },
  already_enrolled: { link: [pages.myEnrolledClasses, "My Enrolled Classes"], final: true },
  payment_refunded: { link: [pages.myPaymentHistory, "My Payment History"], again: "Start again" },
  not_found: {
    text: "This class is not offered any longer. Nothing was charged.",
    link: SELECTED,
    final: true,
  },
};

interface HoldRefusalProps {
  error: unknown;
  /** The price as it is now, dollars. */
  price: number;
  busy: boolean;
  ask: () => Promise<void>;
}

/** Why no seat is held, and the way on. */
export function HoldRefusal({ error, price, busy, ask }: HoldRefusalProps) {
  const code = error instanceof ApiError ? error.code : "";
  const { text, link, again = "Try again", final = false } = WAYS[code] ?? {};
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>{text ?? explain(error)}</p>
      {code === "price_changed" ? <p className="fw-semibold amount">It costs {money(price)} now.</p> : null}
      <div className="d-flex flex-wrap gap-2">
        {final ? null : (
          <BusyButton variant="outline-secondary" busy={busy} onClick={() => void ask()}>
            {code === "price_changed" ? `Go on at ${money(price)}` : again}
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
