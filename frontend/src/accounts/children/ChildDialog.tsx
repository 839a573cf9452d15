import { Dialog } from "../../shared/components/Dialog";
import type { Child } from "./api";
import ChildForm from "./ChildForm";

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
      {child === null ? null : (
        <ChildForm child={child === "new" ? null : child} onSaved={close} cancel={close} />
      )}
    </Dialog>
  );
}
