import { object, string } from "yup";
import { FamilyChangeInput } from "../../shared/api/bounds.gen";
import { request } from "../../shared/api/request";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { TextArea } from "../../shared/forms/TextArea";
import { PASTED_PHONE_LENGTH, requiredText, textUpTo } from "../../shared/forms/textSchema";
import { type Family, officeCalls, useRefreshOffice } from "../api";

const schema = object({
  name: requiredText(FamilyChangeInput.name.maxLength, "Please enter a name."),
  phone: textUpTo(PASTED_PHONE_LENGTH),
  address: textUpTo(FamilyChangeInput.address.maxLength),
  email: string().trim().default(""),
  note: textUpTo(FamilyChangeInput.note.maxLength),
});

interface EditFamilyDialogProps extends Pick<Family, "account"> {
  open: boolean;
  close: () => void;
}

/** The dialog in which the office corrects the name, the phone number, the addresses and the note of a family. */
export function EditFamilyDialog({ account, open, close }: EditFamilyDialogProps) {
  const { _id, name, phone, address, email, note, hasLogin } = account;
  return (
    <FormDialog
      title="Edit family"
      open={open}
      close={close}
      initial={{ name, phone, address, email, note }}
      schema={schema}
      save={async ({ email, ...values }) => {
        const body = hasLogin ? values : { ...values, email };
        await request(officeCalls.family(_id), { method: "PATCH", body });
        return "Your changes have been saved.";
      }}
      refresh={useRefreshOffice()}
      confirm="Save"
    >
      <Field name="name" label="Name" required />
      <Field name="phone" label="Phone" type="tel" />
      <Field name="address" label="Address" />
      {hasLogin ? (
        <p className="form-text mt-0">Email: {email}. They log in with it, so only they can change it.</p>
      ) : (
        <Field
          name="email"
          label="Email"
          type="email"
          hint="Nobody has logged in yet. Once they register with this address, this is their account."
        />
      )}
      <TextArea
        name="note"
        label="Note for the office"
        rows={3}
        hint="Never on a roster, but the family gets it with a copy of its data."
      />
    </FormDialog>
  );
}
