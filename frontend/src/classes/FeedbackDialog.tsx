import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import { Dialog, DialogButtons } from "../shared/Dialog";
import { Form, SubmitButton } from "../shared/Form";
import { CharacterCount, TextArea } from "../shared/TextArea";
import { requiredText } from "../shared/textSchema";
import { MAX_FEEDBACK_LENGTH } from "./adminApi";
import type { ReviewedClass } from "./api";
import { reviewErrorMessage } from "./useReview";

const schema = object({ feedback: requiredText("Feedback", MAX_FEEDBACK_LENGTH) });

/** The name under which the typed feedback is saved if the session ends. */
export function feedbackDraftName({ _id }: ReviewedClass): string {
  return `feedback-${_id}`;
}

interface FeedbackDialogProps {
  campClass: ReviewedClass;
  /** The class has been denied; otherwise the feedback denies it. */
  isDenied: boolean;
  close: () => void;
  /** Resolves once the feedback has been sent. */
  send: (feedback: string) => Promise<void>;
}

/** The dialog in which an admin tells the instructor why a class is denied. */
export function FeedbackDialog({ campClass, isDenied, close, send }: FeedbackDialogProps) {
  // Not updated when the list behind the dialog is refreshed.
  const [initial] = useState({ feedback: campClass.feedback ?? "" });
  const [busy, setBusy] = useState(false);
  const submit = async ({ feedback }: { feedback: string }) => {
    setBusy(true);
    try {
      await send(feedback);
      close();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Class Denied! Write Your Feedback Here" open close={close} busy={busy} hasInput>
      <p>
        {isDenied
          ? `“${campClass.nameClass}” has been denied.`
          : `Sending this will deny “${campClass.nameClass}”.`}{" "}
        {campClass.instructorName || campClass.instructorEmail} can read your feedback in My Classes.
      </p>
      <Form
        initial={initial}
        schema={schema}
        submit={submit}
        renderError={reviewErrorMessage}
        draft={feedbackDraftName(campClass)}
      >
        <TextArea
          name="feedback"
          label="Feedback"
          rows={5}
          hint={<CharacterCount name="feedback" max={MAX_FEEDBACK_LENGTH} />}
        />
        <DialogButtons>
          <Button variant="outline-secondary" onClick={close}>
            {isDenied ? "Close without feedback" : "Cancel"}
          </Button>
          <SubmitButton>{isDenied ? "Send" : "Deny and Send"}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
