import { useId } from "react";
import { DeskLineInput } from "../../../shared/api/bounds.gen";
import type { ClassSeats } from "./seats";
import { TextInput } from "./TextInput";

interface PriceFieldsProps {
  seats: ClassSeats;
  change: (changes: Partial<ClassSeats>) => void;
}

/** The price of each seat and, if it is not the class's, the reason. */
export function PriceFields({ seats: { price, reason }, change }: PriceFieldsProps) {
  const id = useId();
  return (
    <details className="mb-3">
      <summary>Charge another price</summary>
      <div className="mt-2">
        <TextInput
          id={`${id}-price`}
          label="Price of each seat"
          value={price}
          inputMode="decimal"
          change={(typed) => change({ price: typed })}
        />
        <TextInput
          id={`${id}-reason`}
          label="Reason for the price"
          value={reason}
          maxLength={DeskLineInput.reason.maxLength}
          change={(typed) => change({ reason: typed })}
        />
      </div>
    </details>
  );
}
