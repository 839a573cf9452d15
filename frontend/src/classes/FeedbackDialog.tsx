import { useState } from "react";
import { object, string } from "yup";
import { Dialog } from "../shared/Dialog";
import { Form, SubmitButton } from "../shared/Form";
import { CharacterCount, lengthOf, TextArea } from "../shared/TextArea";
import { LONGEST_FEEDBACK, type ReviewedClass } from "./approval";
import { whyNot } from "./useDecisions";

const schema = object({
  feedback: string()
    .trim()
    .required("Feedback - is required")
    .test(
      "length",
      `Feedback - at most ${LONGEST_FEEDBACK.toLocaleString("en-US")} characters`,
      (text) => lengthOf(text) <= LONGEST_FEEDBACK,
    ),
});

/** Where the feedback for a class is kept if the session ends under who writes it. */
export function feedbackDraft({ _id }: ReviewedClass): string {
  return `feedback-${_id}`;
}

interface FeedbackDialogProps {
  of: ReviewedClass;
  close: () => void;
  /** Resolves once the feedback has been sent. */
  send: (feedback: string) => Promise<void>;
}

/** Where an admin tells an instructor why a class is denied. */
export function FeedbackDialog({ of, close, send }: FeedbackDialogProps) {
  // What the class carried when the dialog opened: a list that is refreshed behind it changes nothing in it.
  const [initial] = useState({ feedback: of.feedback });
  const pending = of.status === "Pending";
  const submit = async ({ feedback }: { feedback: string }) => {
    await send(feedback);
    close();
  };
  return (
    <Dialog title="Class Denied! Write Your Feedback Here" open close={close}>
      <p>
        {pending ? `“${of.nameClass}” is denied with it.` : `“${of.nameClass}” has been denied.`} Its
        instructor, {of.instructorName || of.instructorEmail}, reads it under My Classes.
      </p>
      <Form initial={initial} schema={schema} submit={submit} complaint={whyNot} draft={feedbackDraft(of)}>
        <TextArea
          name="feedback"
          label="Feedback"
          rows={5}
          hint={<CharacterCount name="feedback" most={LONGEST_FEEDBACK} />}
        />
        <SubmitButton>{pending ? "Deny and Send" : "Send"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
