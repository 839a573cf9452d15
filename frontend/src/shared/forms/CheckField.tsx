import { useFormikContext } from "formik";
import type { ReactNode } from "react";
import { Check } from "./Check";
import { HintAndError, useFormField } from "./FormField";

interface CheckFieldProps {
  name: string;
  label: ReactNode;
  /** Help text, announced with the check box. */
  hint?: ReactNode;
}

/** A labeled check box of a Form, with its hint and error. */
export function CheckField({ name, label, hint }: CheckFieldProps) {
  const { input, inputProps, error } = useFormField(name, hint, "checkbox");
  return (
    <Check {...input} {...inputProps} label={label} className="mb-3">
      <HintAndError id={inputProps.id} hint={hint} error={error} />
    </Check>
  );
}

interface ChoiceFieldProps {
  name: string;
  /** The name of the group. */
  legend: string;
  /** Check boxes for a list of values, radio buttons for one value. */
  type: "checkbox" | "radio";
  options: readonly (readonly [value: string, label: string])[];
}

/** A group of check boxes or radio buttons of a Form, with its error. */
export function ChoiceField({ name, legend, type, options }: ChoiceFieldProps) {
  const { inputProps, error } = useFormField(name);
  const { getFieldProps } = useFormikContext();
  return (
    <fieldset className="mb-3" aria-describedby={inputProps["aria-describedby"]}>
      <legend className="form-label fs-6 fw-semibold">{legend}</legend>
      {options.map(([value, label]) => (
        <Check
          key={value}
          {...getFieldProps({ name, type, value })}
          type={type}
          label={label}
          aria-invalid={inputProps["aria-invalid"]}
        />
      ))}
      <HintAndError id={inputProps.id} error={error} />
    </fieldset>
  );
}
