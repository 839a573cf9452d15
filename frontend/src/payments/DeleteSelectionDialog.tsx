import { useRef } from "react";
import type { Selection } from "../classes/api";
import { useParticipantText, withParticipant } from "../classes/participants";
import { asApiError, errorMessage } from "../shared/apiError";
import { ConfirmDialog } from "../shared/Dialog";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { deleteSelection, useInvalidateSeats } from "./api";

interface DeleteSelectionDialogProps {
  /** The selection to delete; null while the dialog is closed. */
  selection: Selection | null;
  close: () => void;
  /** Called after a deletion, when the closing animation of the dialog has ended. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a selection. */
export function DeleteSelectionDialog({ selection, close, onDeleted }: DeleteSelectionDialogProps) {
  const deleted = useRef(false);
  const invalidateSeats = useInvalidateSeats();
  const toast = useToast();
  const participantText = useParticipantText();
  const nameOf = (each: Selection) => withParticipant(each.nameClass, participantText(each));
  const { run, busy, error, clearError } = useAction(async (chosen: Selection) => {
    const name = nameOf(chosen);
    try {
      await deleteSelection(chosen._id);
      toast(`${name} has been deleted from your selected classes`);
    } catch (failure) {
      if (!asApiError(failure)?.isNotFound) throw failure;
      toast(`${name} was already deleted from your selected classes.`, "warning");
    }
    await invalidateSeats();
    deleted.current = true;
    close();
  });
  return (
    <ConfirmDialog
      title="You want to DELETE this selected class!"
      open={selection !== null}
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
      onConfirm={() => selection && void run(selection)}
    >
      <p className="mb-0">
        We'll take <strong>{selection ? nameOf(selection) : ""}</strong> off your list. If we're holding a
        seat for you, someone else can book it.
      </p>
      <p role="alert" className="text-danger mb-0">
        {error === null ? "" : errorMessage(error)}
      </p>
    </ConfirmDialog>
  );
}
