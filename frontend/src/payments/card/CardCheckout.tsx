import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import type { Selection } from "../../classes/api";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { pages } from "../../shared/paths";
import { generalRefundText, refundText } from "../../shared/refundRules";
import { formatSiteMoment, formatSiteTimeWithZone } from "../../shared/siteTime";
import type { Charged, Quote } from "../api";
import { CodeForm } from "../order/CodeForm";
import { HoldError } from "../order/HoldError";
import { InLineNotice } from "../order/InLineNotice";
import { PurchaseSummary } from "../order/PurchaseSummary";
import { isReserved, seatWords, totalOf } from "../selected/selections";
import { CardForm } from "./CardForm";
import { ConfirmLeaving } from "./ConfirmLeaving";
import { HoldCountdown, HoldExpired } from "./HoldCountdown";
import { useHold } from "./useHold";
import { useStripeClient } from "./useStripeClient";

const HOUR_MS = 3_600_000;

interface CardCheckoutProps {
  selections: readonly Selection[];
  /** What the order costs with the code that the student has typed or taken back; null before that. */
  quote: Quote | null;
  onQuote: (quote: Quote) => void;
  onCharged: (charged: Charged) => Promise<void>;
}

/** The checkout of classes with a price: holds the seats and charges the card once. */
export function CardCheckout({ selections, quote, onQuote, onCharged }: CardCheckoutProps) {
  const { state, lines, busy, hold: requestHold } = useHold(selections, quote?.code ?? null);
  const [processing, setProcessing] = useState(false);
  const stripe = useStripeClient();
  // The pressed button may be gone.
  const restoreFocus = useAfterRendering(focusIfLost);
  const hold = () => requestHold().then(restoreFocus);
  const billing = useBilling();
  const held = state.status === "held" ? state : null;
  const refusal = state.status === "refused" ? state.error : null;
  // While the card is being charged, the server decides whether the hold has expired.
  const expired = useIsPast(held?.endsAt ?? null) && !processing;
  const payable = held !== null && !expired;
  const seats = selections.length;
  const reserved = new Set<string | null>(selections.filter(isReserved).map(({ _id }) => _id));
  const withCode = held?.hold.lines.filter(({ usesCode }) => usesCode) ?? [];
  return (
    <div className="card">
      <ConfirmLeaving charging={processing} />
      <div className="card-body p-md-4">
        <PurchaseSummary lines={lines} error={refusal} />
        <CodeForm
          selections={lines}
          quote={quote}
          isHeldWithCode={withCode.some(({ selectionId }) => !reserved.has(selectionId))}
          disabled={processing}
          onQuote={onQuote}
        />
        {!quote?.code && withCode.some(({ selectionId }) => reserved.has(selectionId)) ? (
          <p className="form-text mb-0">Reserved seats keep their code: we've agreed on their price.</p>
        ) : null}
        {payable ? <HoldCountdown held={held} seats={seats} busy={busy} hold={hold} /> : null}
        {expired ? <HoldExpired seats={seats} busy={busy} hold={hold} /> : null}
        {state.status === "requesting" ? (
          <p className="hold-clock">
            {holdingText(seats)}
            <InLineNotice />
          </p>
        ) : null}
        {refusal === null ? null : <HoldError error={refusal} lines={lines} busy={busy} retry={hold} />}
        {stripe.failed ? (
          <CardFormError
            retry={() => {
              stripe.retry();
              restoreFocus();
            }}
          />
        ) : (
          <CardForm
            client={stripe.client}
            clientSecret={payable ? held.hold.clientSecret : null}
            amount={totalOf(lines)}
            holdText={payable ? stillHeldText(held.endsAt, seats) : null}
            billing={billing}
            processing={processing}
            setProcessing={setProcessing}
            onCharged={(transactionId) => void onCharged({ transactionId, seats })}
            onCanceled={() => void hold()}
          />
        )}
        <CheckoutNotes lines={lines} />
      </div>
    </div>
  );
}

function holdingText(seats: number): string {
  return seats === 1 ? "Holding a seat for you …" : `Holding ${seats} seats for you …`;
}

/** `endsAt`: milliseconds since the epoch. */
function stillHeldText(endsAt: number, seats: number): string {
  const { Your, are } = seatWords(seats);
  const end = new Date(endsAt).toISOString();
  // Only an offer from the waitlist lasts for hours.
  const endText = endsAt - Date.now() > HOUR_MS ? formatSiteMoment(end) : formatSiteTimeWithZone(end);
  return `${Your} ${are} still held until ${endText}.`;
}

/** Says who handles the card, and explains the refund rules; for a single class with dates. */
export function CheckoutNotes({ lines = [] }: { lines?: readonly Selection[] }) {
  const [only, ...others] = lines;
  return (
    <div className="form-text">
      <p className="mb-2">Card details go straight to Stripe. We never see your card number.</p>
      <p className="mb-0">
        Changed your mind?{" "}
        {only && others.length === 0 ? refundText(only.refundSteps, only.startsAt) : generalRefundText()}{" "}
        <Link to={pages.refundTerms}>How refunds work</Link>
      </p>
    </div>
  );
}

function useBilling() {
  const state = useSessionState();
  const person = state.status === "in" ? state.user : null;
  return { email: person?.email || "unknown", name: person?.name || "anonymous" };
}

function CardFormError({ retry }: { retry: () => void }) {
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
