/** What the school has changed about a payment. */
import { formatMoney } from "../../shared/money";
import { formatSiteDay } from "../../shared/siteTime";
import type { Payment } from "../api";

/** From which classes the school has moved the seat, when and why. */
export function MoveTexts({ payment: { moves } }: { payment: Pick<Payment, "moves"> }) {
  return moves.map(({ at, fromClass, reason }) => (
    <span key={at} className="d-block small">
      Moved from {fromClass} on {formatSiteDay(at)}: {reason}
    </span>
  ));
}

/** The parts of the price that the school gives back while the seat stays, and why. A replaced one was never paid. */
export function PartRefundTexts({ payment: { refunds } }: { payment: Pick<Payment, "refunds"> }) {
  const given = refunds.filter(({ state }) => state !== "REPLACED");
  return given.map(({ _id, amount, state, note }) => (
    <span key={_id} className="d-block small">
      {formatMoney(amount)} {state === "OWED" ? "to come back" : "back"}: {note}
    </span>
  ));
}
