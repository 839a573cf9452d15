import { useFormikContext } from "formik";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { object, string } from "yup";
import { FamilyInput } from "../../shared/api/bounds.gen";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import type { RequestBody } from "../../shared/api/types";
import { Dialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { PASTED_PHONE_LENGTH, requiredText } from "../../shared/forms/textSchema";
import { pages } from "../../shared/paths";
import { officeCalls, useFamilySearch } from "../api";

const schema = object({
  name: requiredText(FamilyInput.name.maxLength, "Please enter a name."),
  phone: requiredText(PASTED_PHONE_LENGTH, "Please enter a phone number."),
  email: string().trim().default(""),
});

interface NewFamilyDialogProps {
  open: boolean;
  close: () => void;
}

/** The dialog in which the office creates an account for a caller, and then opens its page. */
export function NewFamilyDialog({ open, close }: NewFamilyDialogProps) {
  const navigate = useNavigate();
  const create = async (body: RequestBody<"POST", "/families">) => {
    const { insertedId } = await request(officeCalls.families, { method: "POST", body });
    void navigate(pages.family(insertedId));
  };
  return (
    <Dialog title="New family" open={open} close={close} hasInput>
      <DialogForm
        initial={{ name: "", phone: "", email: "" }}
        schema={schema}
        submit={create}
        renderError={(error) =>
          asApiError(error)?.code === "already_exists" ? <ExistingFamily /> : errorMessage(error)
        }
        confirm="Add family"
      >
        <Field name="name" label="Name" required autoFocus />
        <Field name="phone" label="Phone" type="tel" required />
        <Field
          name="email"
          label="Email (optional)"
          type="email"
          hint="Once they register with this address, this is their account. Without one, we never email them."
        />
      </DialogForm>
    </Dialog>
  );
}

/** A link to the family that has the typed address. */
function ExistingFamily() {
  const { values } = useFormikContext<{ email: string }>();
  const [typed] = useState(values.email);
  const { data = [] } = useFamilySearch(typed.trim());
  const family = data.find(({ email }) => email !== "" && typed.toLowerCase().includes(email));
  return (
    <>
      There's an account with this email address already.{" "}
      {family ? <Link to={pages.family(family._id)}>Open {family.name || family.email}</Link> : null}
    </>
  );
}
