import { FormField, useFormField } from "./FormField";

interface SelectFieldProps {
  name: string;
  label: string;
  /** The label of the empty option, if there is one. */
  any?: string;
  options: readonly (readonly [value: string, label: string])[];
  required?: boolean;
  disabled?: boolean;
  hint?: string;
}

/** A labeled drop-down list of a Form, with its hint and error. */
export function SelectField({ name, label, any, options, required, disabled, hint }: SelectFieldProps) {
  const { input, inputProps, error } = useFormField(name, hint);
  return (
    <FormField id={inputProps.id} label={label} required={required} hint={hint} error={error}>
      <select {...input} {...inputProps} className="form-select" disabled={disabled}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FormField>
  );
}
