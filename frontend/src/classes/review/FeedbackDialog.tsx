import { object } from "yup";
import { FeedbackInput } from "../../shared/api/bounds.gen";
import { Dialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/forms/DialogForm";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import type { ReviewedClass } from "../api";
import { instructorOf } from "../model/facts";
import { reviewErrorMessage } from "./approve";

const MAX_LENGTH = FeedbackInput.feedback.maxLength;

const schema = object({ feedback: requiredText(MAX_LENGTH, "Please write your feedback.") });

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
  const submit = async ({ feedback }: { feedback: string }) => {
    await send(feedback);
    close();
  };
  return (
    <Dialog title="Class Denied! Write Your Feedback Here" open close={close} hasInput>
      <p>
        {isDenied
          ? `“${campClass.nameClass}” has been denied.`
          : `Sending this will deny “${campClass.nameClass}”.`}{" "}
        {instructorOf(campClass)} can read your feedback in My Classes.
      </p>
      <DialogForm
        initial={{ feedback: campClass.feedback ?? "" }}
        schema={schema}
        submit={submit}
        renderError={reviewErrorMessage}
        draft={feedbackDraftName(campClass)}
        confirm={isDenied ? "Send" : "Deny and Send"}
      >
        <TextArea name="feedback" label="Feedback" rows={5} max={MAX_LENGTH} />
      </DialogForm>
    </Dialog>
  );
}
