import { object } from "yup";
import { Dialog, useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount } from "../../../shared/money";
import { type FamilyPayment, releaseSeat, useRefreshOffice } from "../../api";
import { amountUpTo, typedAmount } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { currentTermsText } from "../terms";
import { PaidAndLeft } from "./PaidAndLeft";
import { forName, refundWay } from "./texts";

interface ReleaseDialogProps {
  payment: FamilyPayment;
  close: () => void;
}

/** The dialog in which the office ends a seat, for the refund that it chooses. */
export function ReleaseDialog({ payment, close }: ReleaseDialogProps) {
  return (
    <Dialog title={`Release ${forName(payment)}?`} open close={close} hasInput>
      <Release payment={payment} />
    </Dialog>
  );
}

function Release({ payment }: { payment: FamilyPayment }) {
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const { left } = payment;
  const submit = async ({ refund, note }: { refund: string; note: string }) => {
    const dollars = parseAmount(refund) ?? 0;
    await releaseSeat(payment._id, { refund: dollars, note });
    toast(`The seat is open. ${dollars === 0 ? "Nothing" : formatMoney(dollars)} will be refunded.`);
    await refresh();
    close();
  };
  return (
    <DialogForm
      initial={{ refund: typedAmount(left), note: "" }}
      schema={object({ refund: amountUpTo(left), note: noteSchema })}
      submit={submit}
      confirm="Release seat"
      variant="danger"
    >
      <p>Somebody else can then take the seat. This can't be undone.</p>
      {payment.price > 0 ? (
        <>
          <PaidAndLeft payment={payment} />
          <p>
            If they canceled themselves: {currentTermsText(payment.cancellation)}. {refundWay(payment)}
          </p>
          <Field name="refund" label="Refund" inputMode="decimal" autoFocus autoComplete="off" />
        </>
      ) : null}
      <NoteField name="note" />
    </DialogForm>
  );
}
