import { useFormikContext } from "formik";
import { useState } from "react";
import Button from "react-bootstrap/Button";
import { boolean, object } from "yup";
import type { Clashes, ReviewedClass } from "../../../classes/api";
import { asApiError } from "../../../shared/api/errors";
import { useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { CheckField } from "../../../shared/forms/CheckField";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount, sumOf } from "../../../shared/money";
import { type Family, type FamilyPayment, moveSeat, useRefreshOffice } from "../../api";
import { amountUpTo, typedAmount } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { clashText, FamilyOverlaps } from "../overlaps";
import { type Override, OverrideChoice, overridesFor } from "../overrides";
import { MoveComparison } from "./MoveComparison";
import { leftOf, refundWay } from "./texts";

interface MoveFormProps {
  family: Family;
  payment: FamilyPayment;
  target: ReviewedClass;
  changeClass: () => void;
}

interface MoveValues {
  refund: string;
  reason: string;
  bySchool: boolean;
}

/** Compares both classes, and asks for the reason and what is refunded. */
export function MoveForm({ family, payment, target, changeClass }: MoveFormProps) {
  const [override, setOverride] = useState<readonly Override[]>([]);
  const { submit, refusal } = useMove(payment, target, override);
  const left = leftOf(payment);
  const dearer = sumOf([target.priceNow, -payment.price]);
  const saved = Math.max(0, Math.min(left, -dearer));
  return (
    <DialogForm
      initial={{ refund: saved > 0 ? typedAmount(saved) : "", reason: "", bySchool: false }}
      schema={object({ refund: amountUpTo(left), reason: noteSchema, bySchool: boolean().default(false) })}
      submit={submit}
      confirm="Move"
    >
      <MoveComparison payment={payment} target={target} />
      <FamilyOverlaps
        family={family}
        campClass={target}
        childIds={[payment.childId]}
        except={payment.classId}
      />
      <p>
        <Button size="sm" variant="outline-secondary" onClick={changeClass}>
          Choose another class
        </Button>
      </p>
      {dearer > 0 ? (
        <p>The new class costs {formatMoney(dearer)} more. The family doesn't pay the difference.</p>
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
      <CheckField
        name="bySchool"
        label="The school's decision"
        hint="The family can then cancel for a full refund within a week."
      />
      <OverrideChoice
        offered={overridesFor(target, false, [refusal])}
        chosen={override}
        change={setOverride}
      />
      <Summary payment={payment} target={target} />
    </DialogForm>
  );
}

/** Returns the function that moves the seat, and the code of its last refusal. */
function useMove(payment: FamilyPayment, target: ReviewedClass, override: readonly Override[]) {
  const [refusal, setRefusal] = useState("");
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const submit = async ({ refund, reason, bySchool }: MoveValues) => {
    const amount = parseAmount(refund) || null;
    let clashes: Clashes;
    try {
      const body = { classId: target._id, refund: amount, reason, bySchool, override: [...override] };
      clashes = await moveSeat(payment._id, body);
    } catch (error) {
      setRefusal(asApiError(error)?.code ?? "");
      throw error;
    }
    toast(`The seat has been moved to ${target.nameClass}.`);
    if (clashes.length > 0) toast(clashText([target], clashes), "warning");
    await refresh();
    close();
  };
  return { submit, refusal };
}

function Summary({ payment, target }: Pick<MoveFormProps, "payment" | "target">) {
  const { values } = useFormikContext<MoveValues>();
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
