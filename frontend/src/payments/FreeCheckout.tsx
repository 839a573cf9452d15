import { useState } from "react";
import type { Selection } from "../classes/api";
import { ApiError, explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { useSay } from "../shared/Toasts";
import { enrollForFree, type Payment, useRefreshSeats } from "./api";
import { HoldRefusal } from "./HoldRefusal";
import { Purchase } from "./Purchase";

interface FreeCheckoutProps {
  selection: Selection;
  onEnrolled: (payment: Payment) => void;
}

/** A class that costs nothing needs no card. */
export function FreeCheckout({ selection, onEnrolled }: FreeCheckoutProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const refresh = useRefreshSeats();
  const say = useSay();
  const enroll = async () => {
    setBusy(true);
    try {
      onEnrolled(await enrollForFree(selection.classId));
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.status === 409) {
        // With a price, the class is paid for by card, and this form gives way to that one.
        if (failure.code === "price_changed") say(explain(failure), "warning");
        await refresh();
      }
    }
    setBusy(false);
  };
  return (
    <div className="card">
      <div className="card-body p-md-4">
        <Purchase selection={selection} price={0} />
        {error ? (
          <HoldRefusal error={error} price={selection.price} busy={busy} ask={enroll} />
        ) : (
          <BusyButton size="lg" className="w-100 mt-3" busy={busy} onClick={() => void enroll()}>
            Enroll for free
          </BusyButton>
        )}
      </div>
    </div>
  );
}
