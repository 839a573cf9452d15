import { useState } from "react";
import type { Selection } from "../../classes/api";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAction } from "../../shared/hooks/useAction";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { type Code, enrollForFree, type Payment } from "../api";
import { HoldError } from "../order/HoldError";
import { InLineNotice } from "../order/InLineNotice";
import { PurchaseSummary } from "../order/PurchaseSummary";
import { payText } from "../selected/selections";

interface FreeCheckoutProps {
  selections: readonly Selection[];
  code: Code;
  onEnrolled: (payments: Payment[]) => void;
}

/** The checkout of an order that costs nothing, which needs no card. */
export function FreeCheckout({ selections, code, onEnrolled }: FreeCheckoutProps) {
  const [error, setError] = useState<unknown>(null);
  const invalidateSeats = useInvalidateAfter("changeSeats");
  const toast = useToast();
  // The error replaces the button.
  const restoreFocus = useAfterRendering(focusIfLost);
  const { run, busy } = useAction(
    async () => onEnrolled(await enrollForFree(selections, code)),
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
