import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useSessionState } from "../accounts/SessionProvider";
import type { Selection } from "../classes/api";
import { config } from "../shared/config";
import type { Charged } from "./api";
import { CardForm } from "./CardForm";
import { HoldClock, HoldOver } from "./HoldClock";
import { HoldRefusal } from "./HoldRefusal";
import { Purchase } from "./Purchase";
import { useCardProvider } from "./useCardProvider";
import { useHasPassed, useHold } from "./useHold";

interface CardCheckoutProps {
  selection: Selection;
  onCharged: (charged: Charged) => void;
}

/** Holds the seat and charges the card. */
export function CardCheckout({ selection, onCharged }: CardCheckoutProps) {
  const { holding, price, busy, ask } = useHold(selection);
  const [processing, setProcessing] = useState(false);
  const cards = useCardProvider();
  const billing = useBilling();
  const held = holding.status === "held" ? holding : null;
  // A card that is being charged is waited for, whatever the clock says: the server decides.
  const over = useHasPassed(held?.endsAt ?? null) && !processing;
  const payable = held !== null && !over;
  return (
    <div className="card">
      <div className="card-body p-md-4">
        <Purchase selection={selection} price={price} />
        {held && !over ? <HoldClock held={held} busy={busy} ask={ask} /> : null}
        {over ? <HoldOver busy={busy} ask={ask} /> : null}
        {holding.status === "asking" ? <p className="hold-clock">Holding a seat for you …</p> : null}
        {holding.status === "refused" ? (
          <HoldRefusal error={holding.error} price={price} busy={busy} ask={ask} />
        ) : null}
        {cards.failed ? (
          <ProviderMissing retry={cards.retry} />
        ) : (
          <CardForm
            provider={cards.provider}
            clientSecret={payable ? held.hold.clientSecret : null}
            price={price}
            billing={billing}
            processing={processing}
            setProcessing={setProcessing}
            onCharged={(transactionId) => onCharged({ transactionId, selection, price })}
            onOver={() => void ask()}
          />
        )}
        <p className="form-text mb-0">{REFUND_RULE}</p>
      </div>
    </div>
  );
}

/** The rule of giving a place back, in one line. */
export const REFUND_RULE = `Changed your mind? Give the place back within ${config.cancelWithinHours} hours of paying, and you get all of your money back.`;

function useBilling() {
  const state = useSessionState();
  const person = state.status === "in" ? state.person : null;
  return { email: person?.email || "unknown", name: person?.name || "anonymous" };
}

function ProviderMissing({ retry }: { retry: () => void }) {
  return (
    <div className="alert alert-danger" role="alert">
      <p>
        The card form could not be loaded. Check your connection, or switch off what blocks scripts, and try
        again.
      </p>
      <Button variant="outline-danger" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
