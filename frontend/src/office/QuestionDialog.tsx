import { useFormikContext } from "formik";
import type { ReactNode } from "react";
import { object, string } from "yup";
import { PaidBackInput } from "../shared/api/bounds.gen";
import { Field } from "../shared/forms/Field";
import { FormDialog } from "../shared/forms/FormDialog";
import { SelectField } from "../shared/forms/SelectField";
import { textUpTo } from "../shared/forms/textSchema";
import { parseAmount } from "../shared/money";
import { useRefreshOffice } from "./api";
import { amountUpTo, typedAmount } from "./money/amount";
import { DESK_METHODS, type DeskMethod, REFERENCE_LABELS } from "./money/methods";
import { NoteField, noteSchema } from "./money/NoteField";

/** What the office answers; empty where it was not asked. */
interface Answers {
  /** Dollars. */
  amount: number;
  note: string;
  /** `2027-07-05`. */
  day: string;
  method: DeskMethod;
  reference: string;
}

/** Something that the office does with money or a seat, and what it has to say about it. */
export interface Question {
  title: string;
  text: ReactNode;
  /** The label of the button that closes the dialog; by default Cancel. */
  cancel?: string;
  confirm: string;
  isDanger?: true;
  /** Asks how many dollars go back. */
  amount?: { label: string; first: number | null; most: number };
  /** Says what happens with this amount. */
  summary?: (amount: number) => string;
  /** Asks why; the family reads it. */
  asksNote?: true;
  /** Asks until which day seats are kept. */
  day?: { first: string; last: string };
  /** Asks how the money was paid. */
  asksMethod?: true;
  /** @throws ApiError */
  send: (answers: Answers) => Promise<unknown>;
  /** The message when it is done. */
  done: (answers: Answers) => string;
}

interface QuestionDialogProps {
  /** Null while the dialog is closed. */
  question: Question | null;
  close: () => void;
}

/** The dialog in which the office confirms a question about money or a seat. */
export function QuestionDialog({ question, close }: QuestionDialogProps) {
  const { title, text, cancel, confirm, isDanger, amount, summary, asksNote, day, asksMethod, send, done } =
    question ?? NO_QUESTION;
  return (
    <FormDialog
      title={title}
      open={question !== null}
      close={close}
      initial={{ ...EMPTY, amount: amount?.first == null ? "" : typedAmount(amount.first) }}
      schema={schemaOf(amount, asksNote)}
      save={async ({ amount: typed, ...rest }) => {
        const answers = { ...rest, amount: parseAmount(typed) ?? 0 };
        await send(answers);
        return done(answers);
      }}
      refresh={useRefreshOffice()}
      cancel={cancel}
      confirm={confirm}
      variant={isDanger && "danger"}
    >
      {text}
      {amount ? (
        <Field
          name="amount"
          label={amount.label}
          required={amount.first === null}
          inputMode="decimal"
          autoFocus
        />
      ) : null}
      {day ? (
        <Field
          name="day"
          label="Keep the seats reserved until (optional)"
          type="date"
          min={day.first}
          max={day.last}
          hint="Without a day, somebody else can take the seats."
        />
      ) : null}
      {asksMethod ? <MethodFields /> : null}
      {asksNote ? <NoteField name="note" /> : null}
      {summary ? <Summary text={summary} /> : null}
    </FormDialog>
  );
}

const NO_QUESTION: Question = { title: "", text: null, confirm: "", send: async () => {}, done: () => "" };

const EMPTY = { amount: "", note: "", day: "", method: "check" as DeskMethod, reference: "" };

type Typed = typeof EMPTY;

function schemaOf(amount: Question["amount"], asksNote: Question["asksNote"]) {
  const dollars = amountUpTo(amount?.most ?? 0);
  const needed = dollars.test(
    "some",
    "Please enter an amount above 0.",
    (text) => text !== "" && parseAmount(text) !== 0,
  );
  return object({
    amount: amount?.first === null ? needed : dollars,
    note: asksNote ? noteSchema : string().default(""),
    day: string().default(""),
    method: string<DeskMethod>().required(),
    reference: textUpTo(PaidBackInput.reference.maxLength),
  });
}

function MethodFields() {
  const { values } = useFormikContext<Typed>();
  const options = Object.entries(DESK_METHODS);
  return (
    <>
      <SelectField name="method" label="How did you pay it back?" options={options} required />
      <Field name="reference" label={REFERENCE_LABELS[values.method]} />
    </>
  );
}

function Summary({ text }: { text: (amount: number) => string }) {
  const { values } = useFormikContext<Typed>();
  return (
    <p className="fs-5" role="status">
      {text(parseAmount(values.amount) ?? 0)}
    </p>
  );
}
