import { object } from "yup";
import { WithdrawalInput } from "../../shared/api/bounds.gen";
import { usePreview } from "../../shared/api/preview";
import { Dialog } from "../../shared/components/Dialog";
import { Unreached } from "../../shared/components/Unreached";
import { DialogForm } from "../../shared/forms/DialogForm";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { formatMoney } from "../../shared/money";
import { calls } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { instructorOf } from "../model/facts";
import { useReview } from "./useReview";

const MAX_LENGTH = WithdrawalInput.reason.maxLength;

const schema = object({ reason: requiredText(MAX_LENGTH, "Please give a reason.") });

/** The name under which the typed reason is saved if the session ends. */
export function withdrawalDraftName({ _id }: ReviewedClass): string {
  return `withdrawal-${_id}`;
}

interface WithdrawDialogProps {
  campClass: ReviewedClass;
  close: () => void;
}

/** The dialog in which an admin withdraws a class. The message about it leads to its refunds. */
export function WithdrawDialog({ campClass, close: closeDialog }: WithdrawDialogProps) {
  const review = useReview(campClass);
  const close = () => {
    closeDialog();
    review.closeDialog();
  };
  const submit = async ({ reason }: { reason: string }) => {
    await review.withdraw(reason);
    close();
  };
  return (
    <Dialog title={`Withdraw “${campClass.nameClass}”?`} open close={close} hasInput>
      <Consequences campClass={campClass} />
      <DialogForm
        initial={{ reason: "" }}
        schema={schema}
        submit={submit}
        draft={withdrawalDraftName(campClass)}
        confirm="Withdraw Class"
        variant="danger"
      >
        <TextArea
          name="reason"
          label="Reason"
          rows={4}
          hint="The students and the instructor read this."
          max={MAX_LENGTH}
        />
      </DialogForm>
    </Dialog>
  );
}

function Consequences({ campClass }: { campClass: ReviewedClass }) {
  const { _id, enroll, waiting, offered } = campClass;
  const { data } = usePreview("PATCH", calls.withdraw(_id), { dryRun: true });
  return (
    <>
      <p className="fw-semibold mb-2">You can't undo this.</p>
      <ul>
        <li>Nobody can book the class anymore.</li>
        <li>
          {refundText(data?.seats ?? enroll)}{" "}
          {data?.amount ? moneyText(data.amount, data.owedByHand ?? 0) : null}
        </li>
        {waiting + offered > 0 ? <li>The waitlist ends, and we'll email everybody on it.</li> : null}
        <li>We'll email your reason to everybody with a seat and to {instructorOf(campClass)}.</li>
      </ul>
      <Unreached people={data?.unreached ?? []} />
    </>
  );
}

function moneyText(amount: number, byHand: number): string {
  const part = byHand > 0 ? `, ${formatMoney(byHand)} of it by hand` : "";
  return `${formatMoney(amount)} goes back${part}.`;
}

function refundText(seats: number): string {
  if (seats === 0) return "Nobody has a seat right now, so there's nothing to refund.";
  if (seats === 1) return "The one seat that is taken will be released and refunded in full.";
  return `All ${seats} seats that are taken will be released, and everybody gets a full refund.`;
}
