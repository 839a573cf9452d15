import { useField } from "formik";
import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, useFramed } from "./FieldFrame";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "name" | "id"> {
  name: string;
  label: string;
  /** What helps to fill it in, read out with the field. */
  hint?: ReactNode;
}

/** A labelled box for some lines of text in a Form. */
export function TextArea({ name, label, hint, ...rest }: TextAreaProps) {
  const { input, tied, error } = useFramed(name, hint);
  return (
    <FieldFrame id={tied.id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...input}
        {...tied}
        className={`form-control ${error === undefined ? "" : "is-invalid"}`}
      />
    </FieldFrame>
  );
}

/** How long a text is as the server counts it: an emoji is one character, and spaces around do not count. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

/** How much of a text's room is used, as it is typed. */
export function CharacterCount({ name, most }: { name: string; most: number }) {
  const [{ value }] = useField<string>(name);
  const used = lengthOf(value);
  return (
    <span className={used > most ? "text-danger fw-semibold" : ""}>
      {used.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
    </span>
  );
}
