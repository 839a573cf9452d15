import { useState } from "react";
import type { ReviewedClass } from "../../../classes/api";
import { Dialog } from "../../../shared/components/Dialog";
import { focusIfLost } from "../../../shared/hooks/focus";
import type { Family, FamilyPayment } from "../../api";
import { ClassSearch } from "../../search/ClassSearch";
import { MoveForm } from "./MoveForm";
import { forName } from "./texts";

interface MoveDialogProps {
  family: Family;
  /** Null while the dialog is closed. */
  payment: FamilyPayment | null;
  close: () => void;
}

/** The dialog in which the office moves a paid seat to another class. */
export function MoveDialog({ family, payment, close }: MoveDialogProps) {
  return (
    <Dialog
      title={payment ? `Move ${forName(payment)}` : ""}
      open={payment !== null}
      close={close}
      hasInput
      onExited={() => focusIfLost()}
    >
      {payment ? <Steps family={family} payment={payment} /> : null}
    </Dialog>
  );
}

function Steps({ family, payment }: { family: Family; payment: FamilyPayment }) {
  const [target, setTarget] = useState<ReviewedClass | null>(null);
  if (target === null) return <ClassSearch except={[payment.classId]} choose={setTarget} />;
  return <MoveForm family={family} payment={payment} target={target} changeClass={() => setTarget(null)} />;
}
