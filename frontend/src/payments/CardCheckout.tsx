import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import type { Selection } from "../classes/api";
import { config } from "../shared/config";
import { formatTime } from "../shared/dates";
import { pages } from "../shared/paths";
import type { Charged } from "./api";
import { CardForm } from "./CardForm";
import { ConfirmLeaving } from "./ConfirmLeaving";
import { HoldCountdown, HoldExpired } from "./HoldCountdown";
import { HoldError } from "./HoldError";
import { PurchaseSummary } from "./PurchaseSummary";
import { useCardProvider } from "./useCardProvider";
import { useHold, useIsPast } from "./useHold";

interface CardCheckoutProps {
  selection: Selection;
  onCharged: (charged: Charged) => void;
}

/** The checkout of a class with a price: holds a seat and charges the card. */
export function CardCheckout({ selection, onCharged }: CardCheckoutProps) {
  const { price } = selection;
  const { state, busy, hold } = useHold(selection);
  const [processing, setProcessing] = useState(false);
  const cardProvider = useCardProvider();
  const billing = useBilling();
  const held = state.status === "held" ? state : null;
  // While the card is being charged, the server decides whether the hold has expired.
  const expired = useIsPast(held?.endsAt ?? null) && !processing;
  const payable = held !== null && !expired;
  return (
    <div className="card">
      <ConfirmLeaving charging={processing} />
      <div className="card-body p-md-4">
        <PurchaseSummary selection={selection} />
        {held && !expired ? <HoldCountdown held={held} busy={busy} hold={hold} /> : null}
        {expired ? <HoldExpired busy={busy} hold={hold} /> : null}
        {state.status === "requesting" ? <p className="hold-clock">Holding a seat for you …</p> : null}
        {state.status === "refused" ? (
          <HoldError error={state.error} price={price} busy={busy} retry={hold} />
        ) : null}
        {cardProvider.failed ? (
          <ProviderError retry={cardProvider.retry} />
        ) : (
          <CardForm
            provider={cardProvider.provider}
            clientSecret={payable ? held.hold.clientSecret : null}
            price={price}
            heldUntil={payable ? formatTime(new Date(held.endsAt).toISOString()) : null}
            billing={billing}
            processing={processing}
            setProcessing={setProcessing}
            onCharged={(transactionId) => onCharged({ transactionId, selection, studentName: billing.name })}
            onCanceled={() => void hold()}
          />
        )}
        <CheckoutNotes />
      </div>
    </div>
  );
}

/** Who handles the card, and the refund rule. */
export function CheckoutNotes() {
  return (
    <div className="form-text">
      <p className="mb-2">Card details go straight to Stripe. We never see your card number.</p>
      <p className="mb-0">
        Changed your mind? Cancel your seat within {config.cancelWithinHours} hours of paying for a full
        refund. <Link to={pages.refundTerms}>How refunds work</Link>
      </p>
    </div>
  );
}

function useBilling() {
  const state = useSessionState();
  const person = state.status === "in" ? state.user : null;
  return { email: person?.email || "unknown", name: person?.name || "anonymous" };
}

function ProviderError({ retry }: { retry: () => void }) {
  return (
    <div className="alert alert-danger" role="alert">
      <p>
        The card form couldn't be loaded. Check your connection, turn off any ad or script blocker, and try
        again.
      </p>
      <Button variant="outline-danger" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
