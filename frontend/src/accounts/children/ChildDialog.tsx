import { object, string } from "yup";
import { ApiError, asApiError } from "../../shared/api/apiError";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { Dialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/components/DialogForm";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { hasLink, NO_LINK } from "../../shared/links";
import { siteDayOf } from "../../shared/siteTime";
import { addChild, type Child, changeChild } from "./childrenApi";

const EARLIEST_BIRTH = "1900-01-01";

const today = () => siteDayOf(new Date().toISOString());

const schema = object({
  name: string()
    .trim()
    .required("Please enter a name.")
    .max(100, "Please use 100 characters or fewer for the name.")
    .test("link", NO_LINK, (text) => !hasLink(text)),
  bornOn: string()
    .default("")
    .test("day", "Please enter a day between 1900 and today.", (day) =>
      day === "" ? true : day >= EARLIEST_BIRTH && day <= today(),
    ),
});

interface ChildDialogProps {
  /** The child to change, `"new"` to add one, or null while the dialog is closed. */
  child: Child | "new" | null;
  close: () => void;
}

/** A dialog to add a child, or to change one. */
export function ChildDialog({ child, close }: ChildDialogProps) {
  const title = child === null || child === "new" ? "Add a child" : `Change ${child.name}'s details`;
  return (
    <Dialog title={title} open={child !== null} close={close} hasInput>
      {child === null ? null : <ChildForm child={child === "new" ? null : child} close={close} />}
    </Dialog>
  );
}

function ChildForm({ child, close }: { child: Child | null; close: () => void }) {
  const save = useSaveChild(child, close);
  return (
    <DialogForm
      initial={{ name: child?.name ?? "", bornOn: child?.bornOn ?? "" }}
      schema={schema}
      submit={save}
      confirm={child === null ? "Add child" : "Save"}
    >
      <Field name="name" label="Name" required hint="The instructor sees it on the list of the class." />
      <Field
        name="bornOn"
        label="Date of birth (optional)"
        type="date"
        min={EARLIEST_BIRTH}
        max={today()}
        hint="Some classes are for certain ages. You need it to book one of them."
      />
    </DialogForm>
  );
}

/** Saves the child and closes the dialog. Shows at the name that there is such a child already. */
function useSaveChild(child: Child | null, close: () => void) {
  const invalidate = useInvalidateAfter("changeChildren");
  const toast = useToast();
  return async ({ name, bornOn }: { name: string; bornOn: string }) => {
    const values = { name, bornOn: bornOn || null };
    try {
      await (child === null ? addChild(values) : changeChild(child._id, values));
    } catch (error) {
      if (asApiError(error)?.code !== "already_exists") throw error;
      const fields = { name: [`You've already added ${name} with this date of birth.`] };
      throw new ApiError({ status: 409, code: "already_exists", message: "", fields });
    }
    toast(child === null ? `${name} has been added.` : `${name}'s details have been saved.`);
    await invalidate();
    close();
  };
}
