import { useField, useFormikContext } from "formik";
import { useEffect, useEffectEvent } from "react";
import { mixed, object, string } from "yup";
import { MessageInput } from "../../shared/api/bounds.gen";
import { errorMessage } from "../../shared/api/errors";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { Unreached } from "../../shared/components/Unreached";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { SelectField } from "../../shared/forms/SelectField";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { counted } from "../../shared/intl";
import { randomId } from "../../shared/randomId";
import {
  type AudiencePath,
  type MessageDraft,
  messagesOfDay,
  type Recipients,
  sendMessage,
  useMessagePreview,
} from "./api";

const RECIPIENTS: readonly (readonly [Recipients, string])[] = [
  ["enrolled", "Families with a seat"],
  ["waiting", "Families on the waitlist"],
  ["both", "Both"],
];

const schema = object({
  key: string().default(""),
  classes: mixed<"all" | "day">().required(),
  day: string()
    .default("")
    .when("classes", ([classes], day) => (classes === "day" ? day.required("Please choose the day.") : day)),
  to: mixed<Recipients>().required(),
  subject: requiredText(MessageInput.subject.maxLength, "Please enter a subject."),
  text: requiredText(MessageInput.text.maxLength, "Please write your message."),
});

interface MessageForm extends MessageDraft {
  /** Those of the audience, or those with a lesson on `day`. */
  classes: "all" | "day";
  day: string;
}

const EMPTY: MessageForm = { key: "", classes: "all", day: "", to: "enrolled", subject: "", text: "" };

/** A class or a season. Only admins write to a season, and may instead write to a day. */
interface Audience {
  name: string;
  path: AudiencePath;
  isSeason?: boolean;
}

interface MessageDialogProps {
  to: Audience;
  open: boolean;
  close: () => void;
  onSent?: () => Promise<unknown>;
}

/** The dialog in which an instructor or an admin writes to families. What they have typed stays on the device until it is sent. */
export function MessageDialog({ to, open, close, onSent }: MessageDialogProps) {
  const toast = useToast();
  const submit = async ({ classes, day, ...draft }: MessageForm) => {
    const count = await sendMessage(classes === "day" ? messagesOfDay(day) : to.path, draft);
    toast(`We're emailing your message to ${counted(count, "family", "families")}.`);
    await onSent?.();
    close();
  };
  return (
    <Dialog title={`Write to ${to.name}`} open={open} close={close} hasInput>
      <DialogForm initial={EMPTY} schema={schema} submit={submit} draft={to.path} keepsDraft confirm="Send">
        <DraftKey />
        {to.isSeason ? <ClassesFields season={to.name} /> : null}
        <SelectField name="to" label="To" options={RECIPIENTS} />
        <RecipientCount of={to} />
        <Field name="subject" label="Subject" autoComplete="on" />
        <TextArea
          name="text"
          label="Message"
          rows={6}
          hint="Plain text. Families reply to the school, and don't see one another."
          max={MessageInput.text.maxLength}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Which classes: all of a season, or those on one day. */
function ClassesFields({ season }: { season: string }) {
  const [{ value }] = useField<MessageForm["classes"]>("classes");
  const options = [
    ["all", `All classes of ${season}`],
    ["day", "Everyone with a class on one day"],
  ] as const;
  return (
    <>
      <SelectField name="classes" label="Classes" options={options} />
      {value === "day" ? <Field name="day" label="Day" type="date" hint="In any season." /> : null}
    </>
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

/** Says how many families the message goes to, and which it can't reach; nothing before the day is known. */
function RecipientCount({ of }: { of: Audience }) {
  const { values } = useFormikContext<MessageForm>();
  const { classes, day, to } = values;
  const path = classes === "all" ? of.path : day && messagesOfDay(day);
  const { data, error } = useMessagePreview(path, to);
  return (
    <>
      <p role="status" className="form-text mt-0 mb-3">
        {data ? `This goes to ${counted(data.recipients, "family", "families")}.` : null}
        {!data && !error && path ? "Counting the families…" : null}
        {!data && error ? errorMessage(error) : null}
      </p>
      <Unreached people={data?.unreached ?? []} />
    </>
  );
}
