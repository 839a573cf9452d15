import { useUserData } from "../../../shared/api/resources";
import { Dialog } from "../../../shared/components/Dialog";
import { focusIfLost } from "../../../shared/hooks/focus";
import { calls } from "../../../shared/paths";
import { RowSkeletons } from "../../../shared/screens/Skeletons";
import type { Family } from "../../api";
import { EnrollForm } from "./EnrollForm";
import { newSeats } from "./seats";

/** The seat to pay for, if the family has a hold. */
interface SeatToPay {
  classId: string;
  childId: string | null;
}

interface EnrollDialogProps {
  family: Family;
  seat?: SeatToPay | null;
  open: boolean;
  close: () => void;
}

/** The dialog in which the office enrolls a family in classes, for money that it has taken, or reserves seats. */
export function EnrollDialog({ family, seat, open, close }: EnrollDialogProps) {
  return (
    <Dialog
      title={`Enroll for ${family.account.name}`}
      open={open}
      close={close}
      hasInput
      onExited={() => focusIfLost()}
    >
      {seat ? <HeldSeat family={family} seat={seat} /> : <EnrollForm family={family} />}
    </Dialog>
  );
}

function HeldSeat({ family, seat: { classId, childId } }: { family: Family; seat: SeatToPay }) {
  const { data } = useUserData(calls.classes);
  if (data === undefined) return <RowSkeletons count={3} />;
  const campClass = data.find(({ _id }) => _id === classId);
  return <EnrollForm family={family} first={campClass ? newSeats(family, campClass, childId) : null} />;
}
