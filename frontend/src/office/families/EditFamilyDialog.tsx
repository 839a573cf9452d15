import { object, string } from "yup";
import { FamilyChangeInput } from "../../shared/api/bounds.gen";
import { Dialog, useDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { TextArea } from "../../shared/forms/TextArea";
import { PASTED_PHONE_LENGTH, requiredText, textUpTo } from "../../shared/forms/textSchema";
import { changeFamily, type Family, useRefreshOffice } from "../api";

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
  return (
    <Dialog title="Edit family" open={open} close={close} hasInput>
      <EditFamily account={account} />
    </Dialog>
  );
}

function EditFamily({
  account: { _id, name, phone, address, email, note, hasLogin },
}: Pick<Family, "account">) {
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  return (
    <DialogForm
      initial={{ name, phone, address, email, note }}
      schema={schema}
      submit={async ({ email, ...values }) => {
        await changeFamily(_id, hasLogin ? values : { ...values, email });
        toast("Your changes have been saved.");
        await refresh();
        close();
      }}
      confirm="Save"
    >
      <Field name="name" label="Name" required autoComplete="off" />
      <Field name="phone" label="Phone" type="tel" autoComplete="off" />
      <Field name="address" label="Address" autoComplete="off" />
      {hasLogin ? (
        <p className="form-text mt-0">Email: {email}. They log in with it, so only they can change it.</p>
      ) : (
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          hint="Nobody has logged in yet. Once they register with this address, this is their account."
        />
      )}
      <TextArea
        name="note"
        label="Note for the office"
        rows={3}
        hint="Never on a roster, but the family gets it with a copy of its data."
      />
    </DialogForm>
  );
}
