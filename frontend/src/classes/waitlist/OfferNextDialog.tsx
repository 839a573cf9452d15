import { object } from "yup";
import { NextReasonInput } from "../../shared/api/bounds.gen";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { DialogForm } from "../../shared/forms/DialogForm";
import { hasDraft } from "../../shared/forms/drafts";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { focusIfLost } from "../../shared/hooks/focus";
import { formatList } from "../../shared/intl";
import { calls } from "../../shared/paths";
import type { ClassWaitlistEntry } from "../waitlistApi";

const MAX_LENGTH = NextReasonInput.reason.maxLength;

const schema = object({ reason: requiredText(MAX_LENGTH, "Please give a reason.") });

const draftName = ({ _id }: ClassWaitlistEntry) => `offer-${_id}`;

/** Whether a reason for this entry was typed when the session ended. */
export function hasOfferDraft(entry: ClassWaitlistEntry): boolean {
  return hasDraft(draftName(entry));
}

interface OfferNextDialogProps {
  /** Who gets the next open seat; null while the dialog is closed. */
  entry: ClassWaitlistEntry | null;
  /** Who was put next before, in order. They get their seats first. */
  earlier: readonly ClassWaitlistEntry[];
  close: () => void;
}

/** The dialog in which an admin offers the next open seat to a participant who is not the first on the waitlist. */
export function OfferNextDialog({ entry, earlier, close }: OfferNextDialogProps) {
  const toast = useToast();
  const invalidate = useInvalidateAfter("offerNext");
  const isFirst = earlier.length === 0;
  const turn = isFirst ? "the next open seat" : `a seat right after ${formatList(earlier.map(nameOf))}`;
  const submit = async (chosen: ClassWaitlistEntry, reason: string) => {
    try {
      await request(calls.offerNext(chosen._id), { method: "POST", body: { reason } });
      toast(`${nameOf(chosen)} gets ${turn}`);
    } catch (error) {
      if (!asApiError(error)?.isOutdated) throw error;
      toast(errorMessage(error), "warning");
    }
    await invalidate();
    close();
  };
  return (
    <Dialog
      title="Offer the next seat?"
      open={entry !== null}
      close={close}
      hasInput
      // The button that opened the dialog is gone.
      onExited={focusIfLost}
    >
      {entry ? (
        <>
          <p>
            <strong>{nameOf(entry)}</strong> gets {turn}, before everybody else on the waitlist.
            {isFirst ? " If a seat is open now, we'll offer it right away." : null}
          </p>
          <DialogForm
            initial={{ reason: "" }}
            schema={schema}
            submit={({ reason }) => submit(entry, reason)}
            draft={draftName(entry)}
            confirm="Offer Next"
          >
            <TextArea
              name="reason"
              label="Reason"
              rows={3}
              hint="Admins see this, and the family in the copy of their data."
              max={MAX_LENGTH}
            />
          </DialogForm>
        </>
      ) : null}
    </Dialog>
  );
}

function nameOf({ name, email }: ClassWaitlistEntry): string {
  return name || email;
}
