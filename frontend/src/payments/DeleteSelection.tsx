import { useRef, useState } from "react";
import type { Selection } from "../classes/api";
import { ApiError, explain } from "../shared/apiError";
import { ConfirmDialog } from "../shared/Dialog";
import { useSay } from "../shared/Toasts";
import { removeSelection, useRefreshSeats } from "./api";

interface DeleteSelectionProps {
  /** Which; null while there is nothing to ask. */
  selection: Selection | null;
  close: () => void;
  /** The dialog is gone, and with it the selection's card. */
  onDeleted: () => void;
}

/** Asks before a selection is deleted, and deletes it. */
export function DeleteSelection({ selection, close, onDeleted }: DeleteSelectionProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const deleted = useRef(false);
  const refresh = useRefreshSeats();
  const say = useSay();
  const remove = async ({ _id, nameClass }: Selection) => {
    setBusy(true);
    setProblem("");
    try {
      await removeSelection(_id);
      say(`${nameClass} is deleted from your selected classes`);
    } catch (error) {
      if (!isGone(error)) {
        setProblem(explain(error));
        return setBusy(false);
      }
      say(`${nameClass} was no longer among your selected classes.`, "warning");
    }
    await refresh();
    setBusy(false);
    deleted.current = true;
    close();
  };
  return (
    <ConfirmDialog
      title="You want to DELETE this selected class!"
      open={selection !== null}
      close={() => {
        setProblem("");
        close();
      }}
      onGone={() => {
        if (deleted.current) onDeleted();
        deleted.current = false;
      }}
      confirm="Delete"
      busy={busy}
      onConfirm={() => selection && void remove(selection)}
    >
      <p className="mb-0">
        <strong>{selection?.nameClass}</strong> leaves your list. If a seat is held for you, somebody else can
        have it then.
      </p>
      <p role="alert" className="text-danger mb-0">
        {problem}
      </p>
    </ConfirmDialog>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
