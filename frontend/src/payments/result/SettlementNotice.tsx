import { useEffect } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../../shared/api/errors";
import { focusIfLost } from "../../shared/hooks/focus";
import { usePayments } from "../api";
import { InLineNotice } from "../order/InLineNotice";
import { seatWords } from "../selected/selections";
import type { Settlement } from "./useSettlement";

interface SettlementNoticeProps {
  settlement: Settlement & { status: "settling" | "waiting" };
  retry: () => void;
}

/** Shown after the card has been charged, until the payment is settled. */
export function SettlementNotice({ settlement, retry }: SettlementNoticeProps) {
  const waiting = settlement.status === "waiting";
  const { your } = seatWords(settlement.charged.seats);
  useEffect(() => {
    // The pay button or the button below is gone.
    if (!waiting) focusIfLost();
  }, [waiting]);
  // Stripe's webhook may settle the payment first; then it appears in the list.
  usePayments({ poll: waiting });
  return (
    <div className={`alert ${waiting ? "alert-warning" : "alert-info"}`} role="status">
      <h2 className="fs-4">Your card has been charged</h2>
      <p className={waiting ? "" : "mb-0"}>
        {waiting
          ? `Your payment is safe, and we'll finish booking ${your} even if you close this page. ${errorMessage(settlement.error)}`
          : `We're booking ${your} …`}
        {waiting ? null : <InLineNotice />}
      </p>
      {waiting ? (
        <Button variant="outline-secondary" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
