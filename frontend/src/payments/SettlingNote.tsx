import { explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { calls } from "../shared/paths";
import { useEmail } from "./api";
import { useAskingAgain } from "./useAskingAgain";
import type { Settling } from "./useSettling";

interface SettlingNoteProps {
  settling: Settling & { status: "settling" | "waiting" };
  again: () => void;
}

/** The card is charged, the seat not yet written down: nothing to fear, and nothing to pay again. */
export function SettlingNote({ settling, again }: SettlingNoteProps) {
  const email = useEmail();
  const waiting = settling.status === "waiting";
  // The card provider tells the server too; where it is quicker, the history has the payment.
  useAskingAgain(waiting && email !== null ? calls.paymentsOf(email) : null);
  return (
    <div className={`alert ${waiting ? "alert-warning" : "alert-info"}`} role="status">
      <h2 className="fs-4">Your card has been charged</h2>
      <p className={waiting ? "" : "mb-0"}>
        {waiting
          ? `Your payment is safe, and your place will be completed even if you close this page. ${explain(settling.error)}`
          : "We are writing down your place …"}
      </p>
      {waiting ? (
        <BusyButton variant="outline-secondary" busy={false} onClick={again}>
          Try again
        </BusyButton>
      ) : null}
    </div>
  );
}
