import { useFormikContext } from "formik";
import { object, string } from "yup";
import { PaidBackInput } from "../../shared/api/bounds.gen";
import { Dialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { SelectField } from "../../shared/forms/SelectField";
import { textUpTo } from "../../shared/forms/textSchema";
import { formatMoney } from "../../shared/money";
import { recordPaidBack, useRefreshOffice } from "../api";
import { DESK_METHODS, type DeskMethod, REFERENCE_LABELS } from "./methods";

const schema = object({
  method: string<DeskMethod>().required(),
  reference: textUpTo(PaidBackInput.reference.maxLength),
});

/** Money that staff pay back by hand. */
export interface OwedMoney {
  paymentId: string;
  amount: number;
  name: string;
}

interface PaidBackDialogProps {
  /** Null while the dialog is closed. */
  owed: OwedMoney | null;
  close: () => void;
}

/** The dialog in which an admin records that money was paid back by hand. */
export function PaidBackDialog({ owed, close }: PaidBackDialogProps) {
  const refresh = useRefreshOffice();
  const toast = useToast();
  const amount = formatMoney(owed?.amount ?? 0);
  const submit = async ({ method, reference }: { method: DeskMethod; reference: string }) => {
    if (owed === null) return;
    await recordPaidBack(owed.paymentId, { method, reference });
    toast(`${amount} for ${owed.name} is recorded as paid back.`);
    await refresh();
    close();
  };
  return (
    <Dialog title={`Paid back ${amount}`} open={owed !== null} close={close} hasInput>
      <p>
        Record this once <strong>{owed?.name}</strong> has the money. It can't be undone.
      </p>
      <DialogForm
        initial={{ method: "check" as DeskMethod, reference: "" }}
        schema={schema}
        submit={submit}
        confirm={`Record ${amount}`}
      >
        <SelectField
          name="method"
          label="How did you pay it back?"
          options={Object.entries(DESK_METHODS)}
          required
        />
        <ReferenceField />
      </DialogForm>
    </Dialog>
  );
}

function ReferenceField() {
  const { values } = useFormikContext<{ method: DeskMethod }>();
  return <Field name="reference" label={REFERENCE_LABELS[values.method]} autoComplete="off" />;
}
