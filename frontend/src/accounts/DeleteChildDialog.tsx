import { useRef } from "react";
import { asApiError, errorMessage } from "../shared/apiError";
import { ConfirmDialog } from "../shared/Dialog";
import { useInvalidateAfter } from "../shared/invalidation";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { type Child, deleteChild } from "./childrenApi";

interface DeleteChildDialogProps {
  /** The child to delete; null while the dialog is closed. */
  child: Child | null;
  close: () => void;
  /** Called after a deletion, when the closing animation of the dialog has ended. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a child. */
export function DeleteChildDialog({ child, close, onDeleted }: DeleteChildDialogProps) {
  const deleted = useRef(false);
  const invalidate = useInvalidateAfter("changeChildren");
  const toast = useToast();
  const { run, busy, error, clearError } = useAction(async ({ _id, name }: Child) => {
    await deleteChild(_id).catch((failure: unknown) => {
      if (!asApiError(failure)?.isNotFound) throw failure;
    });
    toast(`${name} has been deleted.`);
    await invalidate();
    deleted.current = true;
    close();
  });
  return (
    <ConfirmDialog
      title={`Delete ${child?.name ?? "this child"}?`}
      open={child !== null}
      close={() => {
        clearError();
        close();
      }}
      onExited={() => {
        if (deleted.current) onDeleted();
        deleted.current = false;
      }}
      confirm="Delete"
      busy={busy}
      onConfirm={() => child && void run(child)}
    >
      <p className="mb-0">
        We'll delete the name and date of birth, and take the classes you've selected for{" "}
        <strong>{child?.name}</strong> off your list. Your payments stay, without the name.
      </p>
      <p role="alert" className="text-danger mb-0">
        {error === null ? "" : errorMessage(error)}
      </p>
    </ConfirmDialog>
  );
}
