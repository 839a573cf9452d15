import { object, string } from "yup";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { siteDayOf } from "../../shared/siteTime";
import { type LackingChild, recordPaper } from "./api";
import { partName } from "./lackingRows";

/** A paper of a child that staff have not seen yet. */
export interface Unseen {
  child: LackingChild;
  part: string;
}

const today = () => siteDayOf(new Date().toISOString());

const schema = object({
  seenOn: string()
    .required("Please choose the day.")
    .test("past", "This day is in the future.", (day) => day <= today()),
});

interface SeenDialogProps {
  /** Null while the dialog is closed. */
  unseen: Unseen | null;
  close: () => void;
  refresh: () => Promise<unknown>;
}

/** Records that staff have seen a paper. It asks first, because nothing takes that back. */
export function SeenDialog({ unseen, close, refresh }: SeenDialogProps) {
  const toast = useToast();
  const submit = async ({ seenOn }: { seenOn: string }) => {
    if (!unseen) return;
    const { child, part } = unseen;
    await recordPaper({ childId: child.childId, kind: part.replace("paper:", ""), seenOn });
    toast(`${partName(part)} of ${child.name}: seen.`);
    await refresh();
    close();
  };
  const title = unseen ? `${partName(unseen.part)} of ${unseen.child.name}` : "";
  return (
    <Dialog title={title} open={unseen !== null} close={close} hasInput>
      <DialogForm initial={{ seenOn: today() }} schema={schema} submit={submit} confirm="I've seen it">
        <p>Give the paper back. We only keep that you have seen it, and when.</p>
        <Field name="seenOn" label="Seen on" type="date" max={today()} required />
      </DialogForm>
    </Dialog>
  );
}
