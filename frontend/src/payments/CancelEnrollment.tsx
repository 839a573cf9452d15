import { useState } from "react";
import Button from "react-bootstrap/Button";
import { childNameOf } from "../classes/participants";
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
  const { your } = wordsFor(payment);
  if (cancelUntil === null) return null;
  return (
    <section className="prose no-print mt-5" aria-labelledby="cancel-seat">
      <h2 id="cancel-seat">Canceling {your} seat</h2>
      {Date.parse(cancelUntil) > Date.now() ? (
        <BeforeDeadline payment={payment} until={cancelUntil} />
      ) : (
        <p>
          You could cancel {your} seat online until {formatDateTime(cancelUntil)}. If your plans have changed,
          please write to us.
        </p>
      )}
    </section>
  );
}

function BeforeDeadline({ payment, until }: { payment: Payment; until: string }) {
  const [open, setOpen] = useState(false);
  const { run, busy, error } = useCancellation(payment, () => setOpen(false));
  const { my, your } = wordsFor(payment);
  const refund = payment.price === 0 ? "" : ` and refund ${formatMoney(payment.price)} to your card`;
  return (
    <>
      <p>
        You can cancel {your} seat until <strong>{formatDateTime(until)}</strong>{" "}
        {payment.price === 0 ? "." : " and get a full refund."}
      </p>
      <Button variant="outline-danger" onClick={() => setOpen(true)}>
        Cancel {my} seat
      </Button>
      <ConfirmDialog
        title={`Cancel ${your} seat?`}
        open={open}
        close={() => setOpen(false)}
        cancel={`Keep ${my} seat`}
        confirm={`Cancel ${my} seat`}
        busy={busy}
        onConfirm={() => void run()}
      >
        <p className="mb-0">
          We'll cancel {your} seat in <strong>{payment.nameClass}</strong> right away{refund}. Someone else
          may then take it.
        </p>
        <p role="alert" className="text-danger mb-0">
          {error === null ? "" : errorMessage(error)}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Whose seat it is, in the words of the student and of the page. */
function wordsFor(payment: Payment): { my: string; your: string } {
  const name = childNameOf(payment);
  return name === null ? { my: "my", your: "your" } : { my: `${name}'s`, your: `${name}'s` };
}

/** Cancels the enrollment. A transient error stays in the dialog for a retry; other errors close it with a toast. */
function useCancellation(payment: Payment, closeDialog: () => void) {
  const invalidateSeats = useInvalidateSeats();
  const toast = useToast();
  return useAction(async () => {
    try {
      await cancelEnrollment(payment._id);
      const name = childNameOf(payment);
      toast(`${name === null ? "Your" : `${name}'s`} seat in ${payment.nameClass} has been canceled`);
    } catch (error) {
      if (asApiError(error)?.isTransient ?? true) throw error;
      toast(errorMessage(error), "error");
    }
    closeDialog();
    await invalidateSeats();
  });
}
