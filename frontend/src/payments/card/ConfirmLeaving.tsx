import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { ConfirmDialog } from "../../shared/components/Dialog";

/** Asks for confirmation before the user leaves the page while the card is being charged. */
export function ConfirmLeaving({ charging }: { charging: boolean }) {
  useUnloadConfirmation(charging);
  const blocker = useBlocker(charging);
  useEffect(() => {
    if (!charging) blocker.reset?.();
  }, [charging, blocker]);
  return (
    <ConfirmDialog
      title="Your card is being charged"
      open={blocker.state === "blocked"}
      close={() => blocker.reset?.()}
      cancel="Stay here"
      confirm="Leave anyway"
      onConfirm={() => blocker.proceed?.()}
    >
      <p className="mb-0">
        Please stay on this page until your payment is complete. If you leave, the payment continues, and you
        can see the result in My Payment History.
      </p>
    </ConfirmDialog>
  );
}

/** Lets the browser ask before it closes or reloads the page. */
function useUnloadConfirmation(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [needed]);
}
