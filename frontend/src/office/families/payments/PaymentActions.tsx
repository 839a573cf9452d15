import { type ComponentType, useState } from "react";
import Button from "react-bootstrap/Button";
import { hasSeat } from "../../../payments/api";
import { focusIfLost } from "../../../shared/hooks/focus";
import { useAfterRendering } from "../../../shared/hooks/useAfterRendering";
import type { Family, FamilyPayment } from "../../api";
import { type OwedMoney, PaidBackDialog } from "../../money/PaidBackDialog";
import { MoveDialog } from "./MoveDialog";
import { RefundDialog } from "./RefundDialog";
import { ReleaseDialog } from "./ReleaseDialog";
import { ReturnedDialog } from "./ReturnedDialog";
import { forName } from "./texts";

interface Action {
  label: string;
  isFor: (payment: FamilyPayment) => boolean;
  dialog: ComponentType<{ family: Family; payment: FamilyPayment; close: () => void }>;
}

const ACTIONS: readonly Action[] = [
  { label: "Move", isFor: hasSeat, dialog: MoveDialog },
  { label: "Refund", isFor: (payment) => hasSeat(payment) && payment.left > 0, dialog: RefundDialog },
  { label: "Release seat", isFor: hasSeat, dialog: ReleaseDialog },
  {
    label: "Check bounced",
    isFor: ({ method, returned }) => method === "check" && !returned,
    dialog: ReturnedDialog,
  },
];

/** The buttons for what the office can do with a payment and its seat. */
export function PaymentActions({ family, payment }: { family: Family; payment: FamilyPayment }) {
  const [open, setOpen] = useState<Action | null>(null);
  const [owed, setOwed] = useState<OwedMoney | null>(null);
  // The button that opened the dialog may be gone.
  const afterClosing = useAfterRendering(() => focusIfLost());
  const close = () => {
    setOpen(null);
    setOwed(null);
    afterClosing();
  };
  const name = forName(payment);
  const OpenDialog = open?.dialog;
  return (
    <div className="office-actions no-print">
      {ACTIONS.filter(({ isFor }) => isFor(payment)).map((action) => (
        <Button key={action.label} size="sm" variant="outline-secondary" onClick={() => setOpen(action)}>
          {action.label}
          <span className="visually-hidden"> {name}</span>
        </Button>
      ))}
      {payment.refundOwed > 0 && payment.method !== "card" ? (
        <Button
          size="sm"
          variant="outline-secondary"
          onClick={() => setOwed({ paymentId: payment._id, amount: payment.refundOwed, name })}
        >
          Paid back<span className="visually-hidden"> {name}</span>
        </Button>
      ) : null}
      {OpenDialog ? <OpenDialog family={family} payment={payment} close={close} /> : null}
      <PaidBackDialog owed={owed} close={close} />
    </div>
  );
}
