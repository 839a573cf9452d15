import { PartRefundInput } from "../../shared/api/bounds.gen";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";

/** The schema of a NoteField. */
export const noteSchema = requiredText(PartRefundInput.note.maxLength, "Please give a reason.");

/** Why the office moves or refunds a seat. */
export function NoteField({ name }: { name: "note" | "reason" }) {
  return <TextArea name={name} label="Reason" rows={2} required hint="The family will see this." />;
}
