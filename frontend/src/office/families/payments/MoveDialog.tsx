import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { Dialog } from "../../../shared/components/Dialog";
import type { FamilyPayment } from "../../officeApi";
import { ClassSearch } from "../../search/ClassSearch";
import { MoveForm } from "./MoveForm";
import { forName } from "./paymentTexts";

interface MoveDialogProps {
  payment: FamilyPayment;
  close: () => void;
}

/** The dialog in which the office moves a paid seat to another class. */
export function MoveDialog({ payment, close }: MoveDialogProps) {
  return (
    <Dialog title={`Move ${forName(payment)}`} open close={close} hasInput>
      <Steps payment={payment} />
    </Dialog>
  );
}

function Steps({ payment }: { payment: FamilyPayment }) {
  const [target, setTarget] = useState<ReviewedClass | null>(null);
  if (target === null) return <ClassSearch except={payment.classId} choose={setTarget} />;
  return <MoveForm payment={payment} target={target} changeClass={() => setTarget(null)} />;
}
