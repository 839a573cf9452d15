import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { hasSeat } from "../../../payments/api";
import { MoveTexts, PartRefundTexts } from "../../../payments/history/changes";
import { methodText } from "../../../payments/history/methods";
import { PaymentStatusBadge } from "../../../payments/history/PaymentStatus";
import { formatMoney, formatPrice, sumOf } from "../../../shared/money";
import { pages } from "../../../shared/paths";
import { formatSiteMoment } from "../../../shared/siteTime";
import type { FamilyHold, FamilyPayment } from "../../api";
import { currentTermsText } from "../terms";

interface SeatRowProps {
  seat: Pick<FamilyHold, "classId" | "nameClass" | "childName" | "price">;
  /** Null without a seat or a day. */
  startsAt: string | null;
  /** Why the price isn't that of the class; empty without a reason. */
  priceReason: string;
  state?: ReactNode;
  menu: ReactNode;
}

/** A seat of an order: the class, who comes, the price, what happened to it, and a menu of what can be done. */
export function SeatRow({ seat, startsAt, priceReason, state, menu }: SeatRowProps) {
  return (
    <li className="order-seat">
      <div>
        <Link to={pages.staffClass(seat.classId)}>{seat.nameClass}</Link>{" "}
        {seat.childName ? `for ${seat.childName}` : null}
        {startsAt === null ? null : <Line>Begins {formatSiteMoment(startsAt)}</Line>}
      </div>
      <div>
        <span className="amount">{formatPrice(seat.price)}</span>
        {priceReason ? <span className="small d-lg-block"> {priceReason}</span> : null}
      </div>
      <div className="order-state">{state}</div>
      <div className="order-menu">{menu}</div>
    </li>
  );
}

/** What has happened to a payment and its seat. */
export function PaymentState({ payment }: { payment: FamilyPayment }) {
  const { moneyBack, refunds, refundOwed, refundReason, note, dispute, cancellation } = payment;
  const owedInParts = sumOf(refunds.filter(({ state }) => state === "OWED").map(({ amount }) => amount));
  return (
    <>
      <PaymentStatusBadge payment={payment} />
      {hasSeat(payment) ? <Line>If they cancel: {currentTermsText(cancellation)}</Line> : null}
      <MoveTexts payment={payment} />
      {refundReason ? <Line>{`${refundReason} ${note}`}</Line> : null}
      {refundOwed > owedInParts ? <Line>{formatMoney(refundOwed)} owed</Line> : null}
      {dispute ? <Line>{dispute === "lost" ? "Dispute lost" : "Disputed"}</Line> : null}
      <PartRefundTexts payment={payment} />
      {moneyBack.map(({ date, kind, amount, method, reference, by }) => (
        <Line key={`${kind}${date}`}>
          {formatMoney(amount)}{" "}
          {kind === "RETURNED" ? "returned by the bank" : `refunded ${methodText(method)}`}
          {/* A card's reference is an id of the card provider. */}
          {reference && method !== "card" ? ` (${reference})` : ""}, {formatSiteMoment(date)}
          {by ? `, by ${by}` : ""}
        </Line>
      ))}
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <span className="d-block small">{children}</span>;
}
