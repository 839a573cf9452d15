import { object } from "yup";
import { hasSeat } from "../../../payments/api";
import { Dialog, useDialog } from "../../../shared/components/Dialog";
import { useToast } from "../../../shared/components/Toasts";
import { DialogForm } from "../../../shared/forms/DialogForm";
import { formatMoney } from "../../../shared/money";
import { type Family, type FamilyPayment, recordReturned, useRefreshOffice } from "../../api";
import { NoteField, noteSchema } from "../../money/NoteField";
import { forName } from "./texts";

interface ReturnedDialogProps {
  family: Family;
  payment: FamilyPayment;
  close: () => void;
}

/** The dialog in which the office records that a check bounced. */
export function ReturnedDialog({ family, payment, close }: ReturnedDialogProps) {
  return (
    <Dialog title={`Check bounced: ${forName(payment)}`} open close={close} hasInput>
      <Returned family={family} payment={payment} />
    </Dialog>
  );
}

function Returned({ family, payment }: Omit<ReturnedDialogProps, "close">) {
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const seated = hasSeat(payment);
  const submit = async (values: { note: string }) => {
    await recordReturned(payment._id, values);
    toast(`The bounced check is recorded${seated ? ", and the seat is open" : ""}.`);
    await refresh();
    close();
  };
  return (
    <DialogForm
      initial={{ note: "" }}
      schema={object({ note: noteSchema })}
      submit={submit}
      confirm={seated ? "Record and release seat" : "Record"}
      variant="danger"
    >
      <p>
        <strong className="amount">{formatMoney(payment.price)}</strong> is taken back out of the books
        {seated ? ", and the seat is released" : ", and no refund is owed anymore"}. Nothing is paid out.
      </p>
      {payment.refundedAmount > 0 ? (
        <p>
          <span className="amount">{formatMoney(payment.refundedAmount)}</span> was paid back already. Please
          ask the family for it.
        </p>
      ) : null}
      <OtherSeats family={family} payment={payment} />
      <NoteField name="note" />
    </DialogForm>
  );
}

const list = new Intl.ListFormat("en-US");

/** What the same check has paid for too. */
function OtherSeats({ family, payment }: Omit<ReturnedDialogProps, "close">) {
  const others = family.payments.filter(
    ({ _id, orderId, price, returned }) =>
      orderId === payment.orderId && _id !== payment._id && price > 0 && !returned,
  );
  if (others.length === 0) return null;
  return <p>This check also paid for {list.format(others.map(forName))}. Please record that too.</p>;
}
