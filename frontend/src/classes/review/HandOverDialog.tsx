import { object, string } from "yup";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { DialogForm } from "../../shared/forms/DialogForm";
import type { ReviewedClass } from "../api";
import { InstructorField } from "../form/InstructorField";
import { preserveFocus } from "../model/cardFocus";
import { instructorOf } from "../model/facts";
import { handOverClass } from "./adminApi";

const schema = object({ instructorId: string().required("Please choose an instructor.") });

/** The name under which the chosen instructor is saved if the session ends. */
export function handOverDraftName({ _id }: ReviewedClass): string {
  return `hand-over-${_id}`;
}

interface HandOverDialogProps {
  campClass: ReviewedClass;
  close: () => void;
}

/** The dialog in which an admin gives a class to another instructor. */
export function HandOverDialog({ campClass, close }: HandOverDialogProps) {
  const toast = useToast();
  const invalidate = useInvalidateAfter("handOverClass");
  const submit = async ({ instructorId }: { instructorId: string }) => {
    await handOverClass(campClass._id, instructorId);
    toast("The class has another instructor now.");
    const restoreFocus = preserveFocus(campClass);
    close();
    await invalidate(campClass._id);
    restoreFocus();
  };
  return (
    <Dialog title={`Who teaches “${campClass.nameClass}”?`} open close={close} hasInput>
      <p>
        {instructorOf(campClass)} teaches it now, and won't see its roster or change it anymore. The students
        keep their seats. We'll email them and both instructors.
      </p>
      <DialogForm
        initial={{ instructorId: "" }}
        schema={schema}
        submit={submit}
        draft={handOverDraftName(campClass)}
        confirm="Change Instructor"
      >
        <InstructorField label="New instructor" except={campClass.instructorId} />
      </DialogForm>
    </Dialog>
  );
}
