import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { Dialog } from "../../../shared/components/Dialog";
import type { Family, FamilyPayment } from "../../api";
import { ClassSearch } from "../../search/ClassSearch";
import { MoveForm } from "./MoveForm";
import { forName } from "./texts";

interface MoveDialogProps {
  family: Family;
  payment: FamilyPayment;
  close: () => void;
}

/** The dialog in which the office moves a paid seat to another class. */
export function MoveDialog({ family, payment, close }: MoveDialogProps) {
  return (
    <Dialog title={`Move ${forName(payment)}`} open close={close} hasInput>
      <Steps family={family} payment={payment} />
    </Dialog>
  );
}

function Steps({ family, payment }: Omit<MoveDialogProps, "close">) {
  const [target, setTarget] = useState<ReviewedClass | null>(null);
  if (target === null) return <ClassSearch except={[payment.classId]} choose={setTarget} />;
  return <MoveForm family={family} payment={payment} target={target} changeClass={() => setTarget(null)} />;
}
