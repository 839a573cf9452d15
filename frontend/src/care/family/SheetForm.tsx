import { boolean, object } from "yup";
import type { ChildPaperwork } from "../../accounts/children/paperwork";
import { SheetInput } from "../../shared/api/bounds.gen";
import { config } from "../../shared/config";
import { CheckField } from "../../shared/forms/CheckField";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { TextArea } from "../../shared/forms/TextArea";
import { textUpTo } from "../../shared/forms/textSchema";
import { filledTexts, type HealthTexts } from "../healthTexts";
import type { Sheet, SheetValues } from "./api";

const schema = object({
  allergies: textUpTo(SheetInput.allergies.maxLength),
  whatToDo: textUpTo(SheetInput.whatToDo.maxLength),
  medication: textUpTo(SheetInput.medication.maxLength),
  needs: textUpTo(SheetInput.needs.maxLength),
  diet: textUpTo(SheetInput.diet.maxLength),
  doctor: textUpTo(SheetInput.doctor.maxLength),
  nothingToTell: boolean()
    .default(false)
    .test("told", "Is there nothing to tell us? Then please check this.", (nothing, { parent }) =>
      nothing ? true : hasText(parent as HealthTexts),
    )
    .test("nothing", "You've written something. Please uncheck this.", (nothing, { parent }) =>
      nothing ? !hasText(parent as HealthTexts) : true,
    ),
  keep: boolean().default(false),
});

function hasText(texts: HealthTexts): boolean {
  return filledTexts(texts).some(([, each]) => each.trim() !== "");
}

/** What the family has written. */
export function valuesOf({ confirmedAt, missing, readable, ...values }: Sheet): SheetValues {
  return values;
}

interface SheetFormProps {
  child: ChildPaperwork;
  sheet: Sheet;
  save: (values: SheetValues) => Promise<void>;
}

/**
 * The form for a child's care sheet. It has no draft, unlike other forms: what a family writes about a child's health must
 * not stay on a device that others use too, not even until the tab is closed. The user is asked before they leave the page.
 */
export function SheetForm({ child: { name }, sheet, save }: SheetFormProps) {
  return (
    <Form<SheetValues> initial={valuesOf(sheet)} schema={schema} submit={save}>
      <p>
        Please only write what we need to take good care of {name}. We store it encrypted, and record who
        reads it.
      </p>
      <CheckField name="nothingToTell" label={`Nothing to tell: ${name} has none of these`} />
      <TextArea name="allergies" label="Allergies and conditions" rows={2} hint="Such as: peanuts, asthma." />
      <TextArea name="whatToDo" label="What to do if symptoms show" rows={2} />
      <TextArea name="medication" label="Medication" rows={2} hint="What, when, and where it is." />
      <TextArea name="needs" label="Special needs" rows={2} hint="What helps at the workshop." />
      <TextArea name="diet" label="Diet" rows={2} />
      <TextArea name="doctor" label="Doctor" rows={2} hint="Name and phone number." />
      <CheckField
        name="keep"
        label="Keep this for next season"
        hint={`Otherwise we delete it ${config.careKeepDays} days after ${name}'s last class.`}
      />
      <SubmitButton>Save care sheet</SubmitButton>
    </Form>
  );
}
