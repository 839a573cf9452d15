import type { Selection } from "../../classes/api";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { calls } from "../../shared/paths";
import { canDecline } from "./selections";

interface DeleteSelectionDialogProps {
  /** The selection to delete; null while the dialog is closed. */
  selection: Selection | null;
  close: () => void;
  /** Called after a deletion, when the closing animation of the dialog has ended. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a selection. Deleting the selection of an offered seat declines the offer. */
export function DeleteSelectionDialog({ selection, close, onDeleted }: DeleteSelectionDialogProps) {
  const refresh = useInvalidateAfter("changeSeats");
  const participantText = useParticipantText();
  const nameOf = (each: Selection) => withParticipant(each.nameClass, participantText(each));
  return (
    <RemovalDialog
      {...(selection && canDecline(selection) ? declineTexts(nameOf) : deleteTexts(nameOf))}
      item={selection}
      remove={({ _id }) => request(calls.selection(_id), { method: "DELETE" })}
      refresh={refresh}
      close={close}
      onRemoved={onDeleted}
    />
  );
}

type NameOf = (selection: Selection) => string;

function deleteTexts(nameOf: NameOf) {
  return {
    title: "You want to DELETE this selected class!",
    confirm: "Delete",
    text: (selection: Selection) => (
      <>
        We'll take <strong>{nameOf(selection)}</strong> off your list. If we're holding a seat for you,
        someone else can book it.
      </>
    ),
    removed: (selection: Selection) => `${nameOf(selection)} has been removed from your selected classes`,
    alreadyRemoved: (selection: Selection) =>
      `${nameOf(selection)} was already removed from your selected classes.`,
  };
}

function declineTexts(nameOf: NameOf) {
  return {
    title: "Decline this seat?",
    confirm: "Decline",
    text: (selection: Selection) => (
      <>
        The seat in <strong>{nameOf(selection)}</strong> goes to the next family on the waitlist. If you
        change your mind, you can join the waitlist again in a week, at its end.
      </>
    ),
    removed: (selection: Selection) => `You've declined the seat in ${nameOf(selection)}`,
    alreadyRemoved: (selection: Selection) => `The offer for ${nameOf(selection)} had already ended.`,
  };
}
