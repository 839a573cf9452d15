import { array, boolean, object, string } from "yup";
import { type ChildPaperwork, isMissing } from "../../accounts/children/paperwork";
import { ContactInput } from "../../shared/api/bounds.gen";
import { Dialog } from "../../shared/components/Dialog";
import { CheckField, ChoiceField } from "../../shared/forms/CheckField";
import { DialogForm } from "../../shared/forms/DialogForm";
import { hasDraft } from "../../shared/forms/drafts";
import { Field } from "../../shared/forms/Field";
import { PASTED_PHONE_LENGTH, requiredText, textUpTo } from "../../shared/forms/textSchema";
import { type Contact, type ContactValues, type Family, saveContact, useRefreshPaperwork } from "./api";

const schema = object({
  name: requiredText(ContactInput.name.maxLength, "Please enter a name."),
  relation: textUpTo(ContactInput.relation.maxLength),
  phone: textUpTo(PASTED_PHONE_LENGTH).when("emergency", ([emergency], phone) =>
    emergency ? phone.required("We need a phone number to call in an emergency.") : phone,
  ),
  emergency: boolean().default(false),
  mayPickUp: boolean().default(false),
  barred: boolean()
    .default(false)
    .test(
      "alone",
      "Somebody who must not pick up a child can't be on the other two lists.",
      (barred, { parent }) => (barred ? !(parent.emergency || parent.mayPickUp) : true),
    )
    .test(
      "any",
      "Please check at least one of these.",
      (barred, { parent }) => barred || parent.emergency || parent.mayPickUp,
    ),
  childIds: array(string().required()).default([]).min(1, "Please choose at least one child."),
});

function draftName(contact: Contact | null, { userId }: Family): string {
  return ["contact", contact?._id ?? "new", userId].filter(Boolean).join("-");
}

/** The contact whose form was open when the session ended, or `"new"`; null if no form was. */
export function contactWithDraft(contacts: readonly Contact[], family: Family): Contact | "new" | null {
  const contact = contacts.find((each) => hasDraft(draftName(each, family)));
  return contact ?? (hasDraft(draftName(null, family)) ? "new" : null);
}

interface ContactDialogProps {
  /** The contact to change, `"new"` to add one, or null while the dialog is closed. */
  contact: Contact | "new" | null;
  family: Family;
  childRows: readonly ChildPaperwork[];
  close: () => void;
}

/** A dialog to add a contact of the family, or to change one. */
export function ContactDialog({ contact, family, childRows, close }: ContactDialogProps) {
  const known = contact === "new" ? null : contact;
  const isOffice = family.userId !== undefined;
  const refresh = useRefreshPaperwork(family);
  const submit = async (values: ContactValues) => {
    await saveContact(known?._id ?? null, values, family.userId);
    await refresh();
    close();
  };
  const all = childRows.map(({ childId }) => childId);
  return (
    <Dialog
      title={known ? `Change ${known.name}'s details` : "Add a person"}
      open={contact !== null}
      close={close}
      hasInput
    >
      <DialogForm
        initial={initialOf(known, all, isMissing(family.children, "contact"))}
        schema={schema}
        submit={submit}
        draft={draftName(known, family)}
        confirm={known ? "Save" : "Add person"}
      >
        <Field name="name" label="Name" required />
        <Field name="relation" label="Relation (optional)" hint="Such as: grandmother." />
        <Field name="phone" label="Phone" type="tel" />
        <CheckField
          name="emergency"
          label={`Call in an emergency if ${isOffice ? "we" : "you"} can't reach ${isOffice ? "the family" : "me"}`}
        />
        <CheckField name="mayPickUp" label="May pick up" />
        <CheckField
          name="barred"
          label="Must not pick up"
          hint={`We won't hand ${isOffice ? "the" : "your"} child over to this person.`}
        />
        {all.length > 1 ? (
          <ChoiceField
            name="childIds"
            legend="For"
            type="checkbox"
            options={childRows.map(({ childId, name }) => [childId, name])}
          />
        ) : null}
      </DialogForm>
    </Dialog>
  );
}

/**
 * A new contact is for all children at first: most families have the same people for each. The first one is for
 * emergencies.
 */
function initialOf(contact: Contact | null, childIds: string[], isFirst: boolean): ContactValues {
  const { name = "", relation = "", phone = "" } = contact ?? {};
  const { emergency = isFirst, mayPickUp = false, barred = false } = contact ?? {};
  return { name, relation, phone, emergency, mayPickUp, barred, childIds: contact?.childIds ?? childIds };
}
