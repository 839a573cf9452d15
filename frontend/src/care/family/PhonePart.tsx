import { object } from "yup";
import { updateProfile } from "../../accounts/api";
import type { ChildPaperwork } from "../../accounts/children/paperwork";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { PASTED_PHONE_LENGTH, requiredText } from "../../shared/forms/textSchema";
import { useRefreshPaperwork } from "./api";
import { Part } from "./Part";

const schema = object({ phone: requiredText(PASTED_PHONE_LENGTH, "Please enter your phone number.") });

/** The guardian's own phone number, which is the same for all children. */
export function PhonePart({ child, phone }: { child: ChildPaperwork; phone: string }) {
  const refresh = useRefreshPaperwork(child);
  const toast = useToast();
  const save = async (values: { phone: string }) => {
    await updateProfile(values);
    toast("Your phone number has been saved.");
    await refresh();
  };
  return (
    <Part title="Your phone number" isMissing={child.missing.includes("phone")}>
      <Form initial={{ phone }} schema={schema} submit={save} draft="phone">
        <Field
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          required
          hint={`We call you first if something happens to ${child.name}.`}
        />
        <SubmitButton variant={phone === "" ? undefined : "outline-primary"}>Save phone number</SubmitButton>
      </Form>
    </Part>
  );
}
