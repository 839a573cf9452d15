import { useState } from "react";
import { object } from "yup";
import { asApiError } from "../../../shared/api/errors";
import { CancelButton, Dialog, useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount } from "../../../shared/money";
import { randomId } from "../../../shared/randomId";
import { type FamilyPayment, refundPart, useRefreshOffice } from "../../api";
import { amountUpTo } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { PaidAndLeft } from "./PaidAndLeft";
import { forName, refundWay } from "./texts";

/**
 * The keys of refunds whose outcome is unknown, by the id of the payment. A dialog that is opened again repeats the
 * refund with its key, so that a lost response can't refund twice.
 */
const unconfirmed = new Map<string, string>();

interface RefundDialogProps {
  payment: FamilyPayment;
  close: () => void;
}

/** The dialog in which the office refunds a part of a price. The seat stays. */
export function RefundDialog({ payment, close }: RefundDialogProps) {
  return (
    <Dialog title={`Refund part of ${forName(payment)}`} open close={close} hasInput>
      <Refund payment={payment} />
    </Dialog>
  );
}

function Refund({ payment }: { payment: FamilyPayment }) {
  const [lostKey, setLostKey] = useState<string | null>(null);
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const submit = async ({ amount, note }: { amount: string; note: string }) => {
    const dollars = parseAmount(amount) ?? 0;
    const key = keyFor(payment);
    try {
      await refundPart(payment._id, { amount: dollars, note, key });
    } catch (error) {
      if (asApiError(error)?.isTransient) setLostKey(key);
      else unconfirmed.delete(payment._id);
      await refresh();
      throw error;
    }
    unconfirmed.delete(payment._id);
    toast(`${formatMoney(dollars)} of ${forName(payment)} will be refunded.`);
    await refresh();
    close();
  };
  const recorded = payment.refunds.find(({ _id }) => _id === lostKey);
  if (recorded)
    return (
      <>
        <p role="status">
          The refund of <span className="amount">{formatMoney(recorded.amount)}</span> has been recorded.
        </p>
        <CancelButton>Done</CancelButton>
      </>
    );
  return (
    <DialogForm
      initial={{ amount: "", note: "" }}
      schema={object({
        amount: amountUpTo(payment.left).test(
          "some",
          "Please enter an amount above 0.",
          (text) => text !== "" && parseAmount(text) !== 0,
        ),
        note: noteSchema,
      })}
      submit={submit}
      confirm="Refund"
    >
      <PaidAndLeft payment={payment} />
      <p>The seat stays. {refundWay(payment)}</p>
      <Field name="amount" label="Amount" required inputMode="decimal" autoFocus autoComplete="off" />
      <NoteField name="note" />
    </DialogForm>
  );
}

/** The key of the refund to send: that of a refund whose outcome is unknown, unless the server has recorded it. */
function keyFor({ _id, refunds }: FamilyPayment): string {
  const lost = unconfirmed.get(_id);
  if (lost && !refunds.some((refund) => refund._id === lost)) return lost;
  const key = randomId();
  unconfirmed.set(_id, key);
  return key;
}
