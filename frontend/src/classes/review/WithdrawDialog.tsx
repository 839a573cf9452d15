import { useState } from "react";
import Button from "react-bootstrap/Button";
import useSWR from "swr";
import { object } from "yup";
import { WithdrawalInput } from "../../shared/api/bounds.gen";
import type { ApiError } from "../../shared/api/errors";
import { Dialog } from "../../shared/components/Dialog";
import { Unreached } from "../../shared/components/Unreached";
import { DialogForm } from "../../shared/forms/DialogForm";
import { CharacterCount, TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { formatMoney } from "../../shared/money";
import type { ReviewedClass } from "../api";
import { instructorOf } from "../model/facts";
import { previewWithdrawal, type WithdrawalPreview } from "./adminApi";
import { WithdrawalProgress } from "./WithdrawalProgress";

const MAX_LENGTH = WithdrawalInput.reason.maxLength;

const schema = object({ reason: requiredText(MAX_LENGTH, "Please give a reason.") });

/** The name under which the typed reason is saved if the session ends. */
export function withdrawalDraftName({ _id }: ReviewedClass): string {
  return `withdrawal-${_id}`;
}

interface WithdrawDialogProps {
  campClass: ReviewedClass;
  close: () => void;
  /** Resolves once the class has been withdrawn. @throws ApiError */
  withdraw: (reason: string) => Promise<void>;
}

/** The dialog in which an admin withdraws a class, and then sees the progress of its refunds. */
export function WithdrawDialog({ campClass, close, withdraw }: WithdrawDialogProps) {
  const [withdrawn, setWithdrawn] = useState(campClass.withdrawnAt != null);
  const [asked] = useState(!withdrawn);
  const submit = async ({ reason }: { reason: string }) => {
    await withdraw(reason);
    setWithdrawn(true);
  };
  if (withdrawn) {
    return (
      <Dialog
        title={`Refunds for “${campClass.nameClass}”`}
        open
        close={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        <WithdrawalProgress id={campClass._id} takesFocus={asked} />
      </Dialog>
    );
  }
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
          hint={
            <>
              The students and the instructor read this. <CharacterCount name="reason" max={MAX_LENGTH} />
            </>
          }
        />
      </DialogForm>
    </Dialog>
  );
}

function Consequences({ campClass }: { campClass: ReviewedClass }) {
  const { _id, enroll, waiting, offered } = campClass;
  const { data } = useSWR<WithdrawalPreview, ApiError, readonly [string, string]>(
    ["withdrawal", _id],
    () => previewWithdrawal(_id),
    { dedupingInterval: 0, revalidateOnFocus: false },
  );
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
