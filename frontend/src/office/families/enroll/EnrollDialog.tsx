import { useFreshUserData } from "../../../shared/api/resources";
import { Dialog } from "../../../shared/components/Dialog";
import { focusIfLost } from "../../../shared/hooks/focus";
import { calls } from "../../../shared/paths";
import { LoadingRows } from "../../../shared/screens/LoadingRows";
import type { Family, FamilyHold } from "../../api";
import { EnrollForm } from "./EnrollForm";
import { seatsIn } from "./seats";

interface EnrollDialogProps {
  family: Family;
  /** The held seats to pay for; without one, the office chooses classes. */
  seats?: readonly FamilyHold[];
  open: boolean;
  close: () => void;
}

/** The dialog in which the office enrolls a family in classes, for money that it has taken, or reserves seats. */
export function EnrollDialog({ family, seats = [], open, close }: EnrollDialogProps) {
  return (
    <Dialog
      title={`Enroll for ${family.account.name}`}
      open={open}
      close={close}
      hasInput
      onExited={() => focusIfLost()}
    >
      {seats.length > 0 ? <HeldSeats family={family} seats={seats} /> : <EnrollForm family={family} />}
    </Dialog>
  );
}

function HeldSeats({ family, seats }: { family: Family; seats: readonly FamilyHold[] }) {
  // Not the public list, which a class may have left since the seat was held.
  const { data, error, mutate } = useFreshUserData(calls.classes);
  if (data === undefined) return <LoadingRows error={error} retry={mutate} count={3} />;
  return <EnrollForm family={family} first={seatsIn(data, seats)} />;
}
