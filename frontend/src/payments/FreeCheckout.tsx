import { useState } from "react";
import type { Selection } from "../classes/api";
import { asApiError, errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { enrollForFree, type Payment, useInvalidateSeats } from "./api";
import { HoldError } from "./HoldError";
import { PurchaseSummary } from "./PurchaseSummary";

interface FreeCheckoutProps {
  selection: Selection;
  onEnrolled: (payment: Payment) => void;
}

/** The checkout of a free class: enrolls without a card. */
export function FreeCheckout({ selection, onEnrolled }: FreeCheckoutProps) {
  const [error, setError] = useState<unknown>(null);
  const invalidateSeats = useInvalidateSeats();
  const toast = useToast();
  const { run, busy } = useAction(
    async () => onEnrolled(await enrollForFree(selection)),
    async (failure) => {
      setError(failure);
      const apiError = asApiError(failure);
      if (!apiError?.isConflict) return;
      // The class has a price now: the refreshed selection replaces this component with the card checkout.
      if (apiError.code === "price_changed") toast(errorMessage(failure), "warning");
      await invalidateSeats();
    },
  );
  return (
    <div className="card">
      <div className="card-body p-md-4">
        <PurchaseSummary selection={selection} />
        {error ? (
          <HoldError error={error} price={selection.price} busy={busy} retry={run} />
        ) : (
          <BusyButton size="lg" className="w-100 mt-3" busy={busy} onClick={() => void run()}>
            Enroll for free
          </BusyButton>
        )}
      </div>
    </div>
  );
}
