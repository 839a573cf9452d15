import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import { asApiError, errorMessage } from "../shared/apiError";
import { Dialog, DialogButtons } from "../shared/Dialog";
import { Form, SubmitButton } from "../shared/Form";
import { CharacterCount, TextArea } from "../shared/TextArea";
import { useToast } from "../shared/Toasts";
import { requiredText } from "../shared/textSchema";
import { type ClassWaitlistEntry, MAX_OFFER_REASON_LENGTH, offerNext } from "./waitlistApi";

const schema = object({ reason: requiredText("Reason", MAX_OFFER_REASON_LENGTH) });

interface OfferNextDialogProps {
  /** Who gets the next free seat; null while the dialog is closed. */
  entry: ClassWaitlistEntry | null;
  close: () => void;
  /** Requests the waitlist again. */
  refresh: () => Promise<unknown>;
}

/** The dialog in which an admin offers the next free seat to a participant who is not the first on the waitlist. */
export function OfferNextDialog({ entry, close, refresh }: OfferNextDialogProps) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const submit = async ({ _id, name, email }: ClassWaitlistEntry, reason: string) => {
    setBusy(true);
    try {
      await offerNext(_id, reason);
      toast(`${name || email} gets the next free seat`);
    } catch (error) {
      if (!asApiError(error)?.isOutdated) throw error;
      toast(errorMessage(error), "warning");
    } finally {
      setBusy(false);
    }
    await refresh();
    close();
  };
  return (
    <Dialog title="Offer the next seat?" open={entry !== null} close={close} busy={busy} hasInput>
      {entry ? (
        <>
          <p>
            <strong>{entry.name || entry.email}</strong> gets the next free seat, before everybody else on the
            waitlist. If a seat is free now, we'll offer it right away.
          </p>
          <Form
            initial={{ reason: "" }}
            schema={schema}
            submit={({ reason }) => submit(entry, reason)}
            draft={`offer-${entry._id}`}
          >
            <TextArea
              name="reason"
              label="Reason"
              rows={3}
              hint={
                <>
                  Admins see this, and the family in the copy of their data.{" "}
                  <CharacterCount name="reason" max={MAX_OFFER_REASON_LENGTH} />
                </>
              }
            />
            <DialogButtons>
              <Button variant="outline-secondary" onClick={close}>
                Cancel
              </Button>
              <SubmitButton>Offer Next</SubmitButton>
            </DialogButtons>
          </Form>
        </>
      ) : null}
    </Dialog>
  );
}
