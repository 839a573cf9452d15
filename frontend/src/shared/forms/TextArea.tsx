import { useField } from "formik";
import type { ComponentProps, ReactNode } from "react";
import { FormField, useFormField } from "./FormField";
import { characterCount } from "./textSchema";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "name" | "id"> {
  name: string;
  label: string;
  /** Help text, announced with the input. */
  hint?: ReactNode;
}

/** A labeled multi-line input of a Form, with its hint and error. */
export function TextArea({ name, label, hint, ...rest }: TextAreaProps) {
  const { input, inputProps, error } = useFormField(name, hint);
  return (
    <FormField id={inputProps.id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...input}
        {...inputProps}
        className={`form-control ${error === undefined ? "" : "is-invalid"}`}
      />
    </FormField>
  );
}

/** Shows the number of typed characters and the maximum, while the user types. */
export function CharacterCount({ name, max }: { name: string; max: number }) {
  const [{ value }] = useField<string>(name);
  const count = characterCount(value);
  return (
    <span className={count > max ? "text-danger fw-semibold" : ""}>
      {count.toLocaleString("en-US")} of {max.toLocaleString("en-US")} characters
    </span>
  );
}
