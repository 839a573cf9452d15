import { useState } from "react";
import { object } from "yup";
import { asApiError } from "../../../shared/api/apiError";
import { CancelButton, Dialog, useDialog } from "../../../shared/components/Dialog";
import { DialogForm } from "../../../shared/components/DialogForm";
import { useToast } from "../../../shared/components/Toasts";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount } from "../../../shared/money";
import { randomId } from "../../../shared/randomId";
import { amountUpTo } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { type FamilyPayment, refundPart, useRefreshOffice } from "../../officeApi";
import { PaidAndLeft } from "./PaidAndLeft";
import { forName, leftOf, refundWay } from "./paymentTexts";

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
  // The office can see a refund that was recorded before the dialog opened.
  useState(() => recordedOf(payment) && unconfirmed.delete(payment._id));
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const submit = async ({ amount, note }: { amount: string; note: string }) => {
    const dollars = parseAmount(amount) ?? 0;
    await refundOnce(payment._id, { amount: dollars, note }).catch(async (error) => {
      await refresh();
      throw error;
    });
    toast(`${formatMoney(dollars)} of ${forName(payment)} will be refunded.`);
    await refresh();
    close();
  };
  const recorded = recordedOf(payment);
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
        amount: amountUpTo(leftOf(payment)).test(
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

/** The refund whose response was lost, if the server knows it. */
function recordedOf({ _id, refunds }: FamilyPayment) {
  return refunds.find((refund) => refund._id === unconfirmed.get(_id));
}

async function refundOnce(paymentId: string, refund: { amount: number; note: string }): Promise<void> {
  const key = unconfirmed.get(paymentId) ?? randomId();
  unconfirmed.set(paymentId, key);
  try {
    await refundPart(paymentId, { ...refund, key });
  } catch (error) {
    if (!asApiError(error)?.isTransient) unconfirmed.delete(paymentId);
    throw error;
  }
  unconfirmed.delete(paymentId);
}
