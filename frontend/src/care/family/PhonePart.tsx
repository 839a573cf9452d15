import { object } from "yup";
import { updateProfile } from "../../accounts/api";
import { eitherOf, isMissing } from "../../accounts/children/paperwork";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { PASTED_PHONE_LENGTH, requiredText } from "../../shared/forms/textSchema";
import { type Family, useRefreshPaperwork } from "./api";
import { Part } from "./Part";

const schema = object({ phone: requiredText(PASTED_PHONE_LENGTH, "Please enter your phone number.") });

/** The guardian's own phone number, which is the same for all children. */
export function PhonePart({ family, phone }: { family: Family; phone: string }) {
  const refresh = useRefreshPaperwork(family);
  const toast = useToast();
  const save = async (values: { phone: string }) => {
    await updateProfile(values);
    // The first number changes what the page says is done.
    if (phone !== "") toast("Your phone number has been saved.");
    await refresh();
  };
  return (
    <Part title="Your phone number" isMissing={isMissing(family.children, "phone")}>
      <Form initial={{ phone }} schema={schema} submit={save} draft="phone">
        <Field
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          required
          hint={`We call you first if something happens to ${eitherOf(family.children)}.`}
        />
        <SubmitButton variant={phone === "" ? undefined : "outline-primary"}>Save phone number</SubmitButton>
      </Form>
    </Part>
  );
}
