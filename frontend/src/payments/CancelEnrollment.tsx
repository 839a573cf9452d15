import { useState } from "react";
import Button from "react-bootstrap/Button";
import { asApiError, errorMessage } from "../shared/apiError";
import { ConfirmDialog } from "../shared/Dialog";
import { formatDateTime } from "../shared/dates";
import { formatMoney } from "../shared/money";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { cancelEnrollment, type Payment, useInvalidateSeats } from "./api";

/** Lets the student cancel the enrollment until the deadline. After the deadline, shows that it has passed. */
export function CancelEnrollment({ payment }: { payment: Payment }) {
  const { cancelUntil } = payment;
  if (cancelUntil === null) return null;
  return (
    <section className="prose no-print mt-5" aria-labelledby="give-back">
      <h2 id="give-back">Giving the place back</h2>
      {Date.parse(cancelUntil) > Date.now() ? (
        <BeforeDeadline payment={payment} until={cancelUntil} />
      ) : (
        <p>
          This place could be given back until {formatDateTime(cancelUntil)}. That time is over; please write
          to the school.
        </p>
      )}
    </section>
  );
}

function BeforeDeadline({ payment, until }: { payment: Payment; until: string }) {
  const [open, setOpen] = useState(false);
  const { run, busy, error } = useCancellation(payment, () => setOpen(false));
  const refund = payment.price === 0 ? "" : ` and ${formatMoney(payment.price)} go back to your card`;
  return (
    <>
      <p>
        You can give this place back until <strong>{formatDateTime(until)}</strong>
        {payment.price === 0 ? "." : "; you get all of your money back."}
      </p>
      <Button variant="outline-danger" onClick={() => setOpen(true)}>
        Give the place back
      </Button>
      <ConfirmDialog
        title="Give this place back?"
        open={open}
        close={() => setOpen(false)}
        confirm="Give it back"
        busy={busy}
        onConfirm={() => void run()}
      >
        <p className="mb-0">
          Your place in <strong>{payment.nameClass}</strong> becomes free at once{refund}. Somebody else may
          take it right away.
        </p>
        <p role="alert" className="text-danger mb-0">
          {error === null ? "" : errorMessage(error)}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Cancels the enrollment. A transient error stays in the dialog for a retry; other errors close it with a toast. */
function useCancellation(payment: Payment, closeDialog: () => void) {
  const invalidateSeats = useInvalidateSeats();
  const toast = useToast();
  return useAction(async () => {
    try {
      await cancelEnrollment(payment._id);
      toast(`Your place in ${payment.nameClass} is given back`);
    } catch (error) {
      if (asApiError(error)?.isTransient ?? true) throw error;
      toast(errorMessage(error), "error");
    }
    closeDialog();
    await invalidateSeats();
  });
}
