import Button from "react-bootstrap/Button";
import { ApiError, asApiError } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { useDialog } from "../../shared/components/Dialog";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { calls } from "../../shared/paths";
import { type Child, childDraftName } from "./api";
import { ChildFields, childSchema, useQuestionAboutThisYear } from "./ChildFields";

interface ChildFormProps {
  /** The child to change; null to add one. */
  child: Child | null;
  onSaved: (id: string) => void;
  cancel: () => void;
}

/** The form in a dialog for a new child, or to change one. */
export default function ChildForm({ child, onSaved, cancel }: ChildFormProps) {
  const { whileBusy, busy } = useDialog();
  const save = useSaveChild(child);
  const askAboutThisYear = useQuestionAboutThisYear(child?.bornOn);
  return (
    <Form
      initial={{ name: child?.name ?? "", bornOn: child?.bornOn ?? "" }}
      draft={childDraftName(child)}
      schema={childSchema}
      submit={(values) => {
        askAboutThisYear(values.bornOn);
        return whileBusy(async () => onSaved(await save(values)));
      }}
    >
      <ChildFields />
      <div className="d-flex flex-wrap justify-content-end gap-2">
        <Button variant="outline-secondary" disabled={busy} onClick={cancel}>
          Cancel
        </Button>
        <SubmitButton>{child === null ? "Add child" : "Save"}</SubmitButton>
      </div>
    </Form>
  );
}

/** Returns a function that saves the child and returns its id. It shows at the name that there is such a child already. */
function useSaveChild(child: Child | null) {
  const invalidate = useInvalidateAfter("changeChildren");
  return async ({ name, bornOn }: { name: string; bornOn: string }) => {
    const id = await saveChild(child, { name, bornOn: bornOn || null });
    await invalidate();
    return id;
  };
}

async function saveChild(child: Child | null, body: Pick<Child, "name" | "bornOn">): Promise<string> {
  try {
    if (child === null) return (await request(calls.children, { method: "POST", body })).insertedId;
    await request(calls.child(child._id), { method: "PUT", body });
    return child._id;
  } catch (error) {
    if (asApiError(error)?.code !== "already_exists") throw error;
    const fields = { name: [`You've already added ${body.name} with this date of birth.`] };
    throw new ApiError({ status: 409, code: "already_exists", message: "", fields });
  }
}
