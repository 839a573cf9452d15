import { useField } from "formik";
import { type ReactNode, useId, useState } from "react";
import Button from "react-bootstrap/Button";
import { ClassInput } from "../../shared/api/bounds.gen";
import { usePublicData } from "../../shared/api/resources";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { FormField } from "../../shared/forms/FormField";
import { SelectField } from "../../shared/forms/SelectField";
import { CharacterCount, TextArea } from "../../shared/forms/TextArea";
import { formatMoney } from "../../shared/money";
import { calls } from "../../shared/paths";
import { type Instructor, InstructorField } from "./InstructorField";
import { LessonsField } from "./LessonsField";
import { PictureField } from "./PictureField";
import { SeasonFields } from "./SeasonFields";
import { adminClassSchema, type ClassDraft, classSchema, priceOf } from "./schema";

interface ClassFormProps {
  initial: ClassDraft;
  submit: (draft: ClassDraft) => Promise<void>;
  /** The name under which the typed values are kept. */
  draft: string;
  /** The id of a class that exists. */
  classId?: string;
  instructor: Instructor;
  /** Lets an admin choose the instructor. */
  onInstructor?: (instructor: Instructor) => void;
  /** The card of the class, from the values in the form. */
  card: ReactNode;
  /** Leaves the form. */
  cancel: () => void;
  /** Adds an input for the URL of the picture. */
  allowUrl?: boolean;
  /** The label of the submit button. */
  children: ReactNode;
}

/** The form of a class, to create or to change it. */
export function ClassForm(props: ClassFormProps) {
  const { initial, submit, draft, classId, instructor, onInstructor, card, cancel, allowUrl, children } =
    props;
  const [uploading, setUploading] = useState(false);
  return (
    <div className="query-container">
      <Form
        initial={initial}
        schema={onInstructor ? adminClassSchema : classSchema}
        submit={submit}
        draft={draft}
        keepsDraft
      >
        <div className="class-form-grid">
          <div>
            <ClassName />
            <PictureField allowUrl={allowUrl} onUploadingChange={setUploading} />
            {onInstructor ? (
              <InstructorField label="Instructor" onChoose={onInstructor} />
            ) : (
              <div className="field-pair">
                <ReadOnlyField label="Instructor Name" value={instructor.name || instructor.email} />
                <ReadOnlyField label="Instructor Email" value={instructor.email} />
              </div>
            )}
            <SeatsAndPrice />
            <EarlyPrice />
            <CraftAndPlace />
            <Ages />
            <SeasonFields isAdmin={onInstructor !== undefined} />
            <Texts />
            <LessonsField classId={classId} />
            <div className="d-flex flex-wrap gap-3">
              <SubmitButton disabled={uploading}>{children}</SubmitButton>
              <Button variant="outline-secondary" onClick={cancel}>
                Cancel
              </Button>
            </div>
            {uploading ? (
              <p className="form-text mb-0">Just a moment, your picture is still uploading.</p>
            ) : null}
          </div>
          {card}
        </div>
      </Form>
    </div>
  );
}

function ClassName() {
  return (
    <Field
      name="nameClass"
      label="Class Name"
      required
      hint={<CharacterCount name="nameClass" max={ClassInput.nameClass.maxLength} />}
    />
  );
}

function SeatsAndPrice() {
  return (
    <div className="field-pair">
      <Field
        name="seats"
        label="Available Seats"
        inputMode="numeric"
        required
        hint="How many students can still join, from 0 to 1,000."
      />
      <Field name="price" label="Price" inputMode="decimal" required hint={<PriceHint />} />
    </div>
  );
}

function EarlyPrice() {
  return (
    <div className="field-pair">
      <Field
        name="earlyPrice"
        label="Early price (optional)"
        inputMode="decimal"
        hint="For families who book early."
      />
      <Field name="earlyUntil" label="Last day of the early price" type="date" />
    </div>
  );
}

/** After the user has left the field: how its text is read. */
function PriceHint() {
  const [{ value }, { touched }] = useField<string>("price");
  const price = touched ? priceOf(value) : null;
  if (price === null) return "In US dollars, such as 45.50. Enter 0 for a free class.";
  return price === 0 ? "This class is free." : `Each student pays ${formatMoney(price)}.`;
}

function CraftAndPlace() {
  const { data = [] } = usePublicData(calls.crafts);
  return (
    <div className="field-pair">
      <SelectField
        name="craft"
        label="Craft (optional)"
        any="None of these"
        options={data.map(({ slug, name }) => [slug, name])}
      />
      <Field
        name="place"
        label="Place (optional)"
        hint="Where to meet, such as: Pottery studio, ground floor."
      />
    </div>
  );
}

function Ages() {
  return (
    <div className="field-pair">
      <Field name="ageFrom" label="Youngest age (optional)" inputMode="numeric" hint="In years." />
      <Field name="ageTo" label="Oldest age (optional)" inputMode="numeric" hint="In years." />
    </div>
  );
}

function Texts() {
  return (
    <>
      <TextArea
        name="description"
        label="Description (optional)"
        rows={6}
        max={ClassInput.description.maxLength}
      />
      <TextArea name="bring" label="What to bring (optional)" rows={2} max={ClassInput.bring.maxLength} />
    </>
  );
}

function ReadOnlyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <FormField id={id} label={label}>
      <input id={id} className="form-control" value={value} readOnly />
    </FormField>
  );
}
