import { useState } from "react";
import Button from "react-bootstrap/Button";
import { ApiError, explain } from "../shared/apiError";
import { ConfirmDialog } from "../shared/Dialog";
import { momentOf } from "../shared/dates";
import { money } from "../shared/money";
import { useSay } from "../shared/Toasts";
import { givePlaceBack, type Payment, useRefreshSeats } from "./api";

/** Gives the place back while that is possible, and tells the truth when it no longer is. */
export function GiveBack({ payment }: { payment: Payment }) {
  const { giveBackUntil } = payment;
  if (giveBackUntil === null) return null;
  return (
    <section className="prose no-print mt-5" aria-labelledby="give-back">
      <h2 id="give-back">Giving the place back</h2>
      {Date.parse(giveBackUntil) > Date.now() ? (
        <StillPossible payment={payment} until={giveBackUntil} />
      ) : (
        <p>
          This place could be given back until {momentOf(giveBackUntil)}. That time is over; please write to
          the school.
        </p>
      )}
    </section>
  );
}

function StillPossible({ payment, until }: { payment: Payment; until: string }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, giveBack } = useGivingBack(payment, () => setOpen(false));
  const refund = payment.price === 0 ? "" : ` and ${money(payment.price)} go back to your card`;
  return (
    <>
      <p>
        You can give this place back until <strong>{momentOf(until)}</strong>
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
        onConfirm={() => void giveBack()}
      >
        <p className="mb-0">
          Your place in <strong>{payment.nameClass}</strong> becomes free at once{refund}. Somebody else may
          take it right away.
        </p>
        <p role="alert" className="text-danger mb-0">
          {problem}
        </p>
      </ConfirmDialog>
    </>
  );
}

function useGivingBack(payment: Payment, close: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const refresh = useRefreshSeats();
  const say = useSay();
  const giveBack = async () => {
    setBusy(true);
    setProblem("");
    try {
      await givePlaceBack(payment._id);
      say(`Your place in ${payment.nameClass} is given back`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.passing) {
        setProblem(explain(error));
        return setBusy(false);
      }
      say(explain(error), "error");
    }
    close();
    await refresh();
    setBusy(false);
  };
  return { busy, problem, giveBack };
}
