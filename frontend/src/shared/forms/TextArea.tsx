import { useField } from "formik";
import type { ComponentProps, ReactNode } from "react";
import { FormField, useFormField } from "./FormField";
import { characterCount } from "./textSchema";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "name" | "id"> {
  name: string;
  label: string;
  /** Help text, announced with the input. */
  hint?: ReactNode;
  /** The most characters, to be shown with the number of those that are typed. */
  max?: number;
}

/** A labeled multi-line input of a Form, with its hint and error. */
export function TextArea({ name, label, hint, max, ...rest }: TextAreaProps) {
  const counted = max ? <CharacterCount name={name} max={max} /> : null;
  const fullHint =
    hint && counted ? (
      <>
        {hint} {counted}
      </>
    ) : (
      (hint ?? counted)
    );
  const { input, inputProps, error } = useFormField(name, fullHint);
  return (
    <FormField id={inputProps.id} label={label} hint={fullHint} error={error}>
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
