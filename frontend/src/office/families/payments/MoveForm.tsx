import { useFormikContext } from "formik";
import { useId, useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import type { ReviewedClass } from "../../../classes/api";
import { asApiError } from "../../../shared/api/apiError";
import { useDialog } from "../../../shared/components/Dialog";
import { DialogForm } from "../../../shared/components/DialogForm";
import { useToast } from "../../../shared/components/Toasts";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount, sumOf } from "../../../shared/money";
import { amountUpTo, typedAmount } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { type FamilyPayment, moveSeat, useRefreshOffice } from "../../officeApi";
import { type Override, OverrideChoice, overridesFor } from "../overrides";
import { MoveComparison } from "./MoveComparison";
import { leftOf, refundWay } from "./paymentTexts";

interface MoveFormProps {
  payment: FamilyPayment;
  target: ReviewedClass;
  changeClass: () => void;
}

/** Compares both classes, and asks for the reason and what is refunded. */
export function MoveForm({ payment, target, changeClass }: MoveFormProps) {
  const [bySchool, setBySchool] = useState(false);
  const [override, setOverride] = useState<readonly Override[]>([]);
  const { submit, refusal } = useMove(payment, target, { bySchool, override });
  const left = leftOf(payment);
  const saved = Math.max(0, Math.min(left, sumOf([payment.price, -target.price])));
  return (
    <>
      <MoveComparison payment={payment} target={target} bySchool={bySchool} />
      <p>
        <Button size="sm" variant="outline-secondary" onClick={changeClass}>
          Choose another class
        </Button>
      </p>
      <DialogForm
        initial={{ refund: saved > 0 ? typedAmount(saved) : "", reason: "" }}
        schema={object({ refund: amountUpTo(left), reason: noteSchema })}
        submit={submit}
        confirm="Move"
      >
        {target.price > payment.price ? (
          <p>
            The new class costs {formatMoney(sumOf([target.price, -payment.price]))} more. The family doesn't
            pay the difference.
          </p>
        ) : null}
        {left > 0 ? (
          <Field
            name="refund"
            label="Refund (optional)"
            inputMode="decimal"
            hint={refundWay(payment)}
            autoFocus
          />
        ) : null}
        <NoteField name="reason" />
        <BySchool checked={bySchool} change={setBySchool} />
        <OverrideChoice
          offered={overridesFor(target, false, [refusal])}
          chosen={override}
          change={setOverride}
        />
        <Summary payment={payment} target={target} />
      </DialogForm>
    </>
  );
}

/** Returns the function that moves the seat, and the code of its last refusal. */
function useMove(
  payment: FamilyPayment,
  target: ReviewedClass,
  { bySchool, override }: { bySchool: boolean; override: readonly Override[] },
) {
  const [refusal, setRefusal] = useState("");
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const submit = async ({ refund, reason }: { refund: string; reason: string }) => {
    const amount = parseAmount(refund) || null;
    try {
      const body = { classId: target._id, refund: amount, reason, bySchool, override: [...override] };
      await moveSeat(payment._id, body);
    } catch (error) {
      setRefusal(asApiError(error)?.code ?? "");
      throw error;
    }
    toast(`The seat has been moved to ${target.nameClass}.`);
    await refresh();
    close();
  };
  return { submit, refusal };
}

function BySchool({ checked, change }: { checked: boolean; change: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div className="form-check mb-2">
      <input
        id={id}
        type="checkbox"
        className="form-check-input"
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <label className="form-check-label" htmlFor={id}>
        The school's decision
      </label>
      <p id={`${id}-hint`} className="form-text mb-0">
        The family can then cancel for a full refund within a week.
      </p>
    </div>
  );
}

function Summary({ payment, target }: Pick<MoveFormProps, "payment" | "target">) {
  const { values } = useFormikContext<{ refund: string }>();
  const refund = parseAmount(values.refund) ?? 0;
  return (
    <p className="fs-5" role="status">
      {payment.nameClass} → {target.nameClass}
      {refund > 0 ? (
        <>
          , refund <strong className="amount">{formatMoney(refund)}</strong>
        </>
      ) : (
        ", no refund"
      )}
    </p>
  );
}
