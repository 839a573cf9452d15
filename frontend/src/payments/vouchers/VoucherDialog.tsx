import { useFormikContext } from "formik";
import { useSeasons } from "../../classes/model/seasons";
import { request } from "../../shared/api/request";
import { config } from "../../shared/config";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { SelectField } from "../../shared/forms/SelectField";
import { path } from "../../shared/paths";
import { toVoucherDraft, toVoucherValues, type Voucher, type VoucherDraft, voucherSchema } from "./schema";

/** The account that can use a code. */
interface Owner {
  _id: string;
  name: string;
}

/** An account without an e-mail address, which can't be typed. */
function ownerOf(voucher: Voucher | null): Owner | null {
  if (!voucher?.userId || voucher.account) return null;
  return { _id: voucher.userId, name: voucher.accountName ?? "" };
}

interface VoucherDialogProps {
  /** Null for a new one. */
  voucher: Voucher | null;
  /** The family to which a new one gives aid. */
  family?: Owner;
  open: boolean;
  close: () => void;
  refresh?: () => Promise<unknown>;
}

/** The dialog in which an admin creates or changes a code. */
export function VoucherDialog({ voucher, family, open, close, refresh }: VoucherDialogProps) {
  const { data: seasons = [] } = useSeasons();
  const owner = family ?? ownerOf(voucher);
  const save = async (draft: VoucherDraft) => {
    const body = toVoucherValues(draft, owner?._id ?? null);
    if (voucher === null) await request(path("/vouchers"), { method: "POST", body });
    else
      await request(path("/vouchers/{id}", voucher._id), {
        method: "PUT",
        body: { ...body, canceled: false },
      });
    return voucher ? "The code has been changed." : `${draft.code.toUpperCase()} can be used now.`;
  };
  return (
    <FormDialog
      title={voucher ? `Edit ${voucher.code}` : family ? `New code for ${family.name}` : "New code"}
      open={open}
      close={close}
      initial={toVoucherDraft(voucher)}
      schema={voucherSchema}
      save={save}
      refresh={refresh}
      confirm={voucher ? "Save Code" : "Add Code"}
    >
      <Field name="code" label="Code" required hint="Capitals don't matter." />
      <div className="field-pair">
        <SelectField
          name="kind"
          label="Takes off"
          options={[
            ["percent", "A percentage of each class"],
            ["amount", "An amount, once for each order"],
          ]}
        />
        <ValueField />
      </div>
      <SelectField
        name="season"
        label="Season (optional)"
        any="All classes"
        options={seasons.map(({ slug, name }) => [slug, name])}
      />
      {owner ? (
        <p>Only {owner.name} can use it, and instructors don't see it.</p>
      ) : (
        <Field
          name="account"
          label="Only for the account with this email (optional)"
          inputMode="email"
          hint="Such as financial aid. Nobody else can use the code, and instructors don't see it."
        />
      )}
      <div className="field-pair">
        <Field
          name="maxUses"
          label="Uses in total (optional)"
          inputMode="numeric"
          hint="How many orders. Leave it empty for any number."
        />
        <Field name="perAccount" label="Uses per family" inputMode="numeric" />
      </div>
      <div className="field-pair">
        <Field name="startsOn" label="First day (optional)" type="date" />
        <Field
          name="endsOn"
          label="Last day (optional)"
          type="date"
          hint={`In ${config.timeZoneName}, the camp's time zone.`}
        />
      </div>
      <Field name="note" label="Note for the office (optional)" />
    </FormDialog>
  );
}

/** How much the code takes off, with its unit. */
function ValueField() {
  const isPercent = useFormikContext<VoucherDraft>().values.kind === "percent";
  return (
    <Field
      name="value"
      label={isPercent ? "Percent" : "Dollars"}
      required
      inputMode="decimal"
      after={
        <span className="align-self-center" aria-hidden="true">
          {isPercent ? "%" : "$"}
        </span>
      }
    />
  );
}
