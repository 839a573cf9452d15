import { useInvalidateAfter } from "../../shared/api/invalidation";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { type Child, deleteChild } from "./api";

interface DeleteChildDialogProps {
  /** The child to delete; null while the dialog is closed. */
  child: Child | null;
  close: () => void;
  /** Called after a deletion, when the closing animation of the dialog has ended. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a child. */
export function DeleteChildDialog({ child, close, onDeleted }: DeleteChildDialogProps) {
  const refresh = useInvalidateAfter("changeChildren");
  return (
    <RemovalDialog
      item={child}
      title={`Delete ${child?.name}?`}
      text={({ name }) => (
        <>
          We'll delete the name and date of birth, and take the classes you've selected for{" "}
          <strong>{name}</strong> off your list. Your payments stay, without the name.
        </>
      )}
      confirm="Delete"
      remove={({ _id }) => deleteChild(_id)}
      refresh={refresh}
      removed={({ name }) => `${name} has been deleted.`}
      close={close}
      onRemoved={onDeleted}
    />
  );
}
