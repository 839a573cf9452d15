import { useFormikContext } from "formik";
import { useState } from "react";
import Button from "react-bootstrap/Button";
import { boolean, object } from "yup";
import type { Clashes, ReviewedClass } from "../../../classes/api";
import { ClashNote } from "../../../classes/model/ClashNote";
import { asApiError, errorMessage } from "../../../shared/api/errors";
import { request } from "../../../shared/api/request";
import { useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { CheckField } from "../../../shared/forms/CheckField";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { Field } from "../../../shared/forms/Field";
import { formatMoney, parseAmount, sumOf } from "../../../shared/money";
import {
  type Family,
  type FamilyPayment,
  type MovePlan,
  officeCalls,
  useMovePlan,
  useRefreshOffice,
} from "../../api";
import { amountUpTo, typedAmount } from "../../money/amount";
import { NoteField, noteSchema } from "../../money/NoteField";
import { clashesText } from "../clashes";
import { type Override, OverrideChoice, overridesOf } from "../overrides";
import { MoveComparison } from "./MoveComparison";
import { refundWay } from "./texts";

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

/** Asks the server what the move would change, then for the reason and what is refunded. */
export function MoveForm(props: MoveFormProps) {
  const [override, setOverride] = useState<readonly Override[]>([]);
  const { data: plan, error } = useMovePlan(props.payment._id, planRequest(props.target, override, false));
  if (plan) return <PlannedMove {...props} plan={plan} override={override} setOverride={setOverride} />;
  return (
    <>
      <p role="status">{error ? errorMessage(error) : "Checking the move…"}</p>
      <OverrideChoice offered={overridesOf([error?.code])} chosen={override} change={setOverride} />
      <ChangeClass onClick={props.changeClass} />
    </>
  );
}

function planRequest(target: ReviewedClass, override: readonly Override[], bySchool: boolean) {
  return { classId: target._id, bySchool, override: [...override] };
}

function ChangeClass({ onClick }: { onClick: () => void }) {
  return (
    <p>
      <Button size="sm" variant="outline-secondary" onClick={onClick}>
        Choose another class
      </Button>
    </p>
  );
}

interface PlannedMoveProps extends MoveFormProps {
  plan: MovePlan;
  override: readonly Override[];
  setOverride: (override: readonly Override[]) => void;
}

function PlannedMove(props: PlannedMoveProps) {
  const { family, payment, target, plan, override, setOverride } = props;
  const { submit, refusal } = useMove(payment, target, override);
  const { left, price } = payment;
  const dearer = sumOf([plan.newPrice, -price]);
  return (
    <DialogForm
      initial={{
        refund: plan.proposedRefund > 0 ? typedAmount(plan.proposedRefund) : "",
        reason: "",
        bySchool: false,
      }}
      schema={object({ refund: amountUpTo(left), reason: noteSchema, bySchool: boolean().default(false) })}
      submit={submit}
      confirm="Move"
    >
      <Comparison {...props} />
      <ClashNote names={[payment.childName ?? family.account.name]} clashes={plan.clashes} />
      <ChangeClass onClick={props.changeClass} />
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
      <OverrideChoice offered={overridesOf([refusal])} chosen={override} change={setOverride} />
      <Summary payment={payment} target={target} />
    </DialogForm>
  );
}

/** The comparison, also of what a cancellation refunds if the school wants the move. */
function Comparison({ payment, target, plan, override }: PlannedMoveProps) {
  const { values } = useFormikContext<MoveValues>();
  const { bySchool } = values;
  const { data } = useMovePlan(payment._id, bySchool ? planRequest(target, override, true) : null);
  return <MoveComparison payment={payment} target={target} plan={(bySchool && data) || plan} />;
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
      const body = { ...planRequest(target, override, bySchool), refund: amount, reason, dryRun: false };
      ({ clashes } = await request(officeCalls.move(payment._id), { method: "POST", body }));
    } catch (error) {
      setRefusal(asApiError(error)?.code ?? "");
      throw error;
    }
    toast(`The seat has been moved to ${target.nameClass}.`);
    if (clashes.length > 0) toast(clashesText([target], clashes), "warning");
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
