import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { useUserData } from "../../../shared/api/resources";
import { Dialog } from "../../../shared/components/Dialog";
import { focusIfLost } from "../../../shared/hooks/focus";
import { calls } from "../../../shared/paths";
import { RowSkeletons } from "../../../shared/screens/Skeletons";
import type { Family } from "../../officeApi";
import { ClassSearch } from "../../search/ClassSearch";
import { EnrollForm } from "./EnrollForm";

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

/** The dialog in which the office enrolls a family in a class, for money that it has taken, or reserves seats. */
export function EnrollDialog({ family, seat, open, close }: EnrollDialogProps) {
  return (
    <Dialog
      title={`Enroll for ${family.account.name}`}
      open={open}
      close={close}
      hasInput
      onExited={() => focusIfLost()}
    >
      {seat ? <HeldSeat family={family} seat={seat} /> : <Steps family={family} />}
    </Dialog>
  );
}

function HeldSeat({ family, seat: { classId, childId } }: { family: Family; seat: SeatToPay }) {
  const { data } = useUserData(calls.classes);
  const [isOther, setOther] = useState(false);
  const campClass = data?.find(({ _id }) => _id === classId);
  if (data === undefined) return <RowSkeletons count={3} />;
  if (isOther || campClass === undefined) return <Steps family={family} />;
  return (
    <EnrollForm family={family} campClass={campClass} childId={childId} changeClass={() => setOther(true)} />
  );
}

function Steps({ family }: { family: Family }) {
  const [campClass, setCampClass] = useState<ReviewedClass | null>(null);
  if (campClass === null) return <ClassSearch choose={setCampClass} />;
  return <EnrollForm family={family} campClass={campClass} changeClass={() => setCampClass(null)} />;
}
