import type { ComponentProps, ReactNode } from "react";
import { FormField, useFormField } from "./FormField";

export interface FieldProps extends Omit<ComponentProps<"input">, "name" | "id"> {
  name: string;
  label: string;
  /** Help text, announced with the input. */
  hint?: ReactNode;
  /** Rendered after the input, in the same row. */
  after?: ReactNode;
}

/** A labeled input of a Form, with its hint and error. By default the browser suggests nothing. */
export function Field({ name, label, hint, after, className = "", ...rest }: FieldProps) {
  const { input, inputProps, error } = useFormField(name, hint);
  return (
    <FormField id={inputProps.id} label={label} required={rest.required} hint={hint} error={error}>
      <div className="d-flex gap-2">
        <input
          autoComplete="off"
          {...rest}
          {...input}
          {...inputProps}
          className={`form-control ${error === undefined ? "" : "is-invalid"} ${className}`}
        />
        {after}
      </div>
    </FormField>
  );
}
