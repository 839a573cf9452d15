import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { leaveWaitlist, type WaitlistEntry } from "../../classes/waitlistApi";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { RemovalDialog } from "../../shared/components/RemovalDialog";

interface LeaveWaitlistDialogProps {
  /** The entry to end; null while the dialog is closed. */
  entry: WaitlistEntry | null;
  close: () => void;
  /** Called after leaving, when the closing animation of the dialog has ended. */
  onLeft: () => void;
}

/** Asks for confirmation, then takes a participant off a waitlist. */
export function LeaveWaitlistDialog({ entry, close, onLeft }: LeaveWaitlistDialogProps) {
  const refresh = useInvalidateAfter("leaveWaitlist");
  const participantText = useParticipantText();
  const nameOf = (each: WaitlistEntry) => withParticipant(each.nameClass, participantText(each));
  return (
    <RemovalDialog
      item={entry}
      title="Leave the waitlist?"
      confirm="Leave"
      text={(each) => (
        <>
          You'll give up your place on the waitlist of <strong>{nameOf(each)}</strong>. If you join again
          later, you'll start at the end.
        </>
      )}
      remove={({ _id }) => leaveWaitlist(_id)}
      refresh={refresh}
      removed={(each) => `You've left the waitlist of ${nameOf(each)}`}
      alreadyRemoved={(each) => `The place on the waitlist of ${nameOf(each)} had already ended.`}
      close={close}
      onRemoved={onLeft}
    />
  );
}
