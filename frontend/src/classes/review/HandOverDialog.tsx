import { object, string } from "yup";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { usePublicData } from "../../shared/api/resources";
import { Dialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/components/DialogForm";
import { useToast } from "../../shared/components/Toasts";
import { FormField, useFormField } from "../../shared/forms/FormField";
import { calls } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import type { ReviewedClass } from "../api";
import { preserveFocus } from "../browse/cardFocus";
import { instructorOf } from "../page/classFacts";
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
    await invalidate();
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
        <InstructorField except={campClass.instructorEmail} />
      </DialogForm>
    </Dialog>
  );
}

function InstructorField({ except }: { except: string }) {
  const { data, error, mutate } = usePublicData(calls.instructors);
  const { input, inputProps, error: problem } = useFormField("instructorId", null);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons count={1} />;
  return (
    <FormField id={inputProps.id} label="New instructor" required error={problem}>
      <select {...input} {...inputProps} className="form-select">
        <option value="">Choose an instructor</option>
        {data
          .filter(({ email }) => email !== except)
          .map(({ _id, name, email }) => (
            <option key={_id} value={_id}>
              {name || email}
            </option>
          ))}
      </select>
    </FormField>
  );
}
