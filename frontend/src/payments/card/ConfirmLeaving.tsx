import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { ConfirmDialog } from "../../shared/components/Dialog";
import { useUnloadQuestion } from "../../shared/forms/LeaveQuestion";

/** Asks for confirmation before the user leaves the page while the card is being charged. */
export function ConfirmLeaving({ charging }: { charging: boolean }) {
  useUnloadQuestion(charging);
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
