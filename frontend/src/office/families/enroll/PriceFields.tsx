import { DeskLineInput } from "../../../shared/api/bounds.gen";
import { LabeledInput } from "../../../shared/forms/LabeledInput";
import type { ClassSeats } from "./seats";

interface PriceFieldsProps {
  seats: ClassSeats;
  change: (changes: Partial<ClassSeats>) => void;
}

/** The price of each seat and, if it is not the class's, the reason. */
export function PriceFields({ seats: { price, reason }, change }: PriceFieldsProps) {
  return (
    <details className="mb-3">
      <summary>Charge another price</summary>
      <div className="mt-2">
        <LabeledInput
          label="Price of each seat"
          value={price}
          inputMode="decimal"
          change={(typed) => change({ price: typed })}
        />
        <LabeledInput
          label="Reason for the price"
          value={reason}
          maxLength={DeskLineInput.reason.maxLength}
          change={(typed) => change({ reason: typed })}
        />
      </div>
    </details>
  );
}
