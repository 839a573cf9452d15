import { object } from "yup";
import { request } from "../../shared/api/request";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { pastDay } from "../../shared/forms/textSchema";
import { path } from "../../shared/paths";
import { siteToday } from "../../shared/siteTime";
import { type LackingChild, partName } from "./lackingRows";

/** A paper of a child that staff have not seen yet. */
export interface Unseen {
  child: LackingChild;
  part: string;
}

const schema = object({ seenOn: pastDay });

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
    const body = { childId: child.childId, kind: part.replace("paper:", ""), seenOn };
    await request(path("/papers"), { method: "POST", body });
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
