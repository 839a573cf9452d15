import { object, string } from "yup";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { siteToday } from "../../shared/siteTime";
import { type LackingChild, recordPaper } from "./api";
import { partName } from "./lackingRows";

/** A paper of a child that staff have not seen yet. */
export interface Unseen {
  child: LackingChild;
  part: string;
}

const schema = object({
  seenOn: string()
    .required("Please choose the day.")
    .test("past", "This day is in the future.", (day) => day <= siteToday()),
});

interface SeenDialogProps {
  /** Null while the dialog is closed. */
  unseen: Unseen | null;
  close: () => void;
  refresh: () => Promise<unknown>;
}

/** Records that staff have seen a paper. It asks first, because nothing takes that back. */
export function SeenDialog({ unseen, close, refresh }: SeenDialogProps) {
  const title = unseen ? `${partName(unseen.part)} of ${unseen.child.name}` : "";
  const save = async ({ seenOn }: { seenOn: string }) => {
    const { child, part } = unseen as Unseen;
    await recordPaper({ childId: child.childId, kind: part.replace("paper:", ""), seenOn });
    return `${title}: seen.`;
  };
  return (
    <FormDialog
      title={title}
      open={unseen !== null}
      close={close}
      initial={{ seenOn: siteToday() }}
      schema={schema}
      save={save}
      refresh={refresh}
      confirm="I've seen it"
    >
      <p>Give the paper back. We only keep that you have seen it, and when.</p>
      <Field name="seenOn" label="Seen on" type="date" max={siteToday()} required />
    </FormDialog>
  );
}
