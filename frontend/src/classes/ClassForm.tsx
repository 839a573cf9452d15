import { type ReactNode, useId, useState } from "react";
import { Field } from "../shared/Field";
import { Form, SubmitButton } from "../shared/Form";
import { CharacterCount, TextArea } from "../shared/TextArea";
import { type ClassDraft, classSchema, LONGEST_DESCRIPTION, LONGEST_NAME } from "./classSchema";
import { PictureField } from "./PictureField";

interface ClassFormProps {
  initial: ClassDraft;
  submit: (typed: ClassDraft) => Promise<void>;
  /** Where what was typed is kept if the session ends. */
  draft: string;
  instructor: { name: string; email: string };
  /** Lets the address of a picture be typed too. */
  byAddress?: boolean;
  /** What the button says. */
  children: ReactNode;
}

/** The form in which an instructor describes a class. */
export function ClassForm({ initial, submit, draft, instructor, byAddress, children }: ClassFormProps) {
  const [sending, setSending] = useState(false);
  return (
    <Form initial={initial} schema={classSchema} submit={submit} draft={draft}>
      <div className="class-form-grid">
        <div>
          <Field
            name="nameClass"
            label="Class Name"
            autoComplete="off"
            required
            hint={<CharacterCount name="nameClass" most={LONGEST_NAME} />}
          />
          <div className="row">
            <ReadOnly label="Instructor Name" value={instructor.name || instructor.email} />
            <ReadOnly label="Instructor Email" value={instructor.email} />
          </div>
          <Figures />
        </div>
        <div className="class-form-picture">
          <PictureField byAddress={byAddress} onBusy={setSending} />
        </div>
        <div>
          <TextArea
            name="description"
            label="Description (optional)"
            rows={6}
            hint={<CharacterCount name="description" most={LONGEST_DESCRIPTION} />}
          />
          <SubmitButton disabled={sending}>{children}</SubmitButton>
          {sending ? <p className="form-text mb-0">One moment: the picture is still on its way.</p> : null}
        </div>
      </div>
    </Form>
  );
}

function Figures() {
  return (
    <div className="row">
      <div className="col-sm-6">
        <Field
          name="seats"
          label="Available Seats"
          inputMode="numeric"
          autoComplete="off"
          required
          hint="How many can still join, 0 to 1,000."
        />
      </div>
      <div className="col-sm-6">
        <Field
          name="price"
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="In US dollars, as 45.50; 0 makes it free."
        />
      </div>
    </div>
  );
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <div className="col-sm-6 mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        {label}
      </label>
      <input id={id} className="form-control" value={value} readOnly />
    </div>
  );
}
