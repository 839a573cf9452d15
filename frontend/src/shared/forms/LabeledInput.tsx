import { type ComponentProps, useId } from "react";
import { FormField } from "./FormField";

interface LabeledInputProps extends Omit<ComponentProps<"input">, "id" | "onChange"> {
  label: string;
  /** Help text, announced with the input. */
  hint?: string;
  change: (value: string) => void;
}

/** An input with its label and hint outside of a Form. The other properties are those of the `<input>`. */
export function LabeledInput({ label, hint, change, ...input }: LabeledInputProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} hint={hint}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        id={id}
        className="form-control"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </FormField>
  );
}
