import { object, string } from "yup";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { FormDialog } from "../../shared/forms/FormDialog";
import { calls } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { InstructorField } from "../form/InstructorField";
import { instructorOf } from "../model/facts";

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
  const invalidate = useInvalidateAfter("handOverClass");
  const save = async (body: { instructorId: string }) => {
    await request(calls.classInstructor(campClass._id), { method: "PATCH", body });
    return "The class has another instructor now.";
  };
  return (
    <FormDialog
      title={`Who teaches “${campClass.nameClass}”?`}
      close={close}
      initial={{ instructorId: "" }}
      schema={schema}
      save={save}
      refresh={() => invalidate(campClass._id)}
      draft={handOverDraftName(campClass)}
      confirm="Change Instructor"
    >
      <p>
        {instructorOf(campClass)} teaches it now, and won't see its roster or change it anymore. The students
        keep their seats. We'll email them and both instructors.
      </p>
      <InstructorField label="New instructor" except={campClass.instructorId} />
    </FormDialog>
  );
}
