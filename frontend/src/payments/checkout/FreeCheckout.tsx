import { useState } from "react";
import type { Selection } from "../../classes/api";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAction } from "../../shared/hooks/useAction";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { enrollForFree, type Payment, type Quote } from "../api";
import { CodeForm } from "../order/CodeForm";
import { HoldError } from "../order/HoldError";
import { InLineNotice } from "../order/InLineNotice";
import { PurchaseSummary } from "../order/PurchaseSummary";
import { payText } from "../selected/selections";

interface FreeCheckoutProps {
  selections: readonly Selection[];
  /** What the order costs with the code that the student has typed or taken back; null before that. */
  quote: Quote | null;
  onQuote: (quote: Quote) => void;
  onEnrolled: (payments: Payment[]) => void;
}

/** The checkout of an order that costs nothing, which needs no card. */
export function FreeCheckout({ selections, quote, onQuote, onEnrolled }: FreeCheckoutProps) {
  const [error, setError] = useState<unknown>(null);
  const invalidateSeats = useInvalidateAfter("changeSeats");
  const toast = useToast();
  // The error replaces the button.
  const restoreFocus = useAfterRendering(focusIfLost);
  const { run, busy } = useAction(
    async () => onEnrolled(await enrollForFree(selections, quote?.code ?? null)),
    async (failure) => {
      setError(failure);
      restoreFocus();
      if (asApiError(failure)?.code === "price_changed") toast(errorMessage(failure), "warning");
      // Replaces this component with the card checkout if a class has a price now, or with the result if the seats are
      // booked although the response was lost.
      await invalidateSeats();
    },
  );
  return (
    <div className="card">
      <div className="card-body p-md-4">
        <PurchaseSummary lines={selections} error={error} />
        {quote?.code ? (
          <CodeForm selections={selections} quote={quote} disabled={busy} onQuote={onQuote} />
        ) : null}
        {error ? (
          <HoldError error={error} lines={selections} busy={busy} retry={run} />
        ) : (
          <BusyButton size="lg" className="w-100 mt-3" busy={busy} onClick={() => void run()}>
            {selections.length === 1 ? "Enroll for free" : payText(selections)}
          </BusyButton>
        )}
        {busy ? <InLineNotice /> : null}
      </div>
    </div>
  );
}
