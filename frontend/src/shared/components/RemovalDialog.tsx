import { type ReactNode, useRef } from "react";
import { asApiError, errorMessage } from "../api/errors";
import { useAction } from "../hooks/useAction";
import { ConfirmDialog } from "./Dialog";
import { useToast } from "./Toasts";

interface RemovalDialogProps<Item> {
  /** What to remove; null while the dialog is closed. */
  item: Item | null;
  title: string;
  /** The question. */
  text: (item: Item) => ReactNode;
  /** The label of the confirm button. */
  confirm: string;
  remove: (item: Item) => Promise<unknown>;
  /** Refreshes the list. */
  refresh: () => Promise<unknown>;
  /** The message after the removal. */
  removed: (item: Item) => string;
  /** The warning if somebody else, or the time, has removed it before; by default the message after a removal. */
  alreadyRemoved?: (item: Item) => string;
  close: () => void;
  /** Called after a removal, when the closing animation of the dialog has ended. */
  onRemoved: () => void;
}

/** Asks for confirmation, then removes an item from a list. Also succeeds if the item has been removed before. */
export function RemovalDialog<Item>({
  item,
  title,
  text,
  confirm,
  close,
  ...rest
}: RemovalDialogProps<Item>) {
  const done = useRef(false);
  const toast = useToast();
  const { run, busy, error, clearError } = useAction(async (chosen: Item) => {
    const wasThere = await removeIfThere(() => rest.remove(chosen));
    if (wasThere || !rest.alreadyRemoved) toast(rest.removed(chosen));
    else toast(rest.alreadyRemoved(chosen), "warning");
    await rest.refresh();
    done.current = true;
    close();
  });
  return (
    <ConfirmDialog
      title={title}
      open={item !== null}
      close={() => {
        clearError();
        close();
      }}
      onExited={() => {
        if (done.current) rest.onRemoved();
        done.current = false;
      }}
      confirm={confirm}
      busy={busy}
      onConfirm={() => item && void run(item)}
    >
      <p className="mb-0">{item ? text(item) : null}</p>
      <p role="alert" className="text-danger mb-0">
        {error === null ? "" : errorMessage(error)}
      </p>
    </ConfirmDialog>
  );
}

/** Returns false if there was nothing to remove anymore. @throws ApiError of any other failure */
async function removeIfThere(remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (!asApiError(error)?.isNotFound) throw error;
    return false;
  }
}
