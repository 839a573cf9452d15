import { useField, useFormikContext } from "formik";
import { useEffect, useEffectEvent, useState } from "react";
import { mixed, object, string } from "yup";
import { errorMessage } from "../../shared/api/apiError";
import { Dialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/components/DialogForm";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { SelectField } from "../../shared/forms/SelectField";
import { CharacterCount, TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { useAction } from "../../shared/hooks/useAction";
import { randomId } from "../../shared/randomId";
import {
  type Audience,
  countRecipients,
  type MessageDraft,
  type Recipients,
  sendMessage,
} from "./messageApi";

const MAX_SUBJECT = 100;
const MAX_TEXT = 2000;

const RECIPIENTS: readonly (readonly [Recipients, string])[] = [
  ["enrolled", "Families with a seat"],
  ["waiting", "Families on the waitlist"],
  ["both", "Both"],
];

const schema = object({
  key: string().default(""),
  to: mixed<Recipients>().required(),
  subject: requiredText(MAX_SUBJECT, "Please enter a subject."),
  text: requiredText(MAX_TEXT, "Please write your message."),
});

const EMPTY: MessageDraft = { key: "", to: "enrolled", subject: "", text: "" };

interface MessageDialogProps {
  to: Audience;
  open: boolean;
  close: () => void;
  onSent?: () => Promise<unknown>;
}

/** The dialog in which an instructor or an admin writes to families. What they have typed stays on the device until it is sent. */
export function MessageDialog({ to, open, close, onSent }: MessageDialogProps) {
  const toast = useToast();
  const submit = async (draft: MessageDraft) => {
    const count = await sendMessage(to, draft);
    toast(
      count === 0
        ? "Your message is on the class page."
        : `We're emailing your message to ${families(count)}.`,
    );
    await onSent?.();
    close();
  };
  return (
    <Dialog title={`Write to ${to.name}`} open={open} close={close} hasInput>
      <DialogForm initial={EMPTY} schema={schema} submit={submit} draft={to.path} keepsDraft confirm="Send">
        <DraftKey />
        <SelectField name="to" label="To" options={RECIPIENTS} />
        <RecipientCount to={to} />
        <Field name="subject" label="Subject" />
        <TextArea
          name="text"
          label="Message"
          rows={6}
          hint={
            <>
              Plain text. Families reply to the school, and don't see one another.{" "}
              <CharacterCount name="text" max={MAX_TEXT} />
            </>
          }
        />
      </DialogForm>
    </Dialog>
  );
}

/** Gives the message its key when the user begins to type. It is kept with the draft, so that a second try sends no second message. */
function DraftKey() {
  const { values, setFieldValue } = useFormikContext<MessageDraft>();
  const needsKey = values.key === "" && `${values.subject}${values.text}` !== "";
  const setKey = useEffectEvent(() => void setFieldValue("key", randomId()));
  useEffect(() => {
    if (needsKey) setKey();
  }, [needsKey]);
  return null;
}

/** Says how many families the message goes to. */
function RecipientCount({ to }: { to: Audience }) {
  const [{ value }] = useField<Recipients>("to");
  const [counted, setCounted] = useState<{ value: Recipients; count: number } | null>(null);
  const { run, error } = useAction(async () =>
    setCounted({ value, count: await countRecipients(to, value) }),
  );
  const count = useEffectEvent(() => void run());
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again for another choice
  useEffect(() => count(), [value]);
  return (
    <p role="status" className="form-text mt-0 mb-3">
      {error !== null ? errorMessage(error) : null}
      {error === null && counted?.value === value ? `This goes to ${families(counted.count)}.` : null}
      {error === null && counted?.value !== value ? "Counting the families…" : null}
    </p>
  );
}

function families(count: number): string {
  return count === 1 ? "1 family" : `${count.toLocaleString("en-US")} families`;
}
