import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, useFramed } from "./FieldFrame";

export interface FieldProps extends Omit<ComponentProps<"input">, "name" | "id"> {
  name: string;
  label: string;
  /** What helps to fill it in, read out with the field. */
  hint?: ReactNode;
  /** What stands behind the input in one row with it. */
  after?: ReactNode;
}

/** A labelled input of a Form with its hint and its error, both tied to it. */
export function Field({ name, label, hint, after, className = "", ...rest }: FieldProps) {
  const { input, tied, error } = useFramed(name, hint);
  return (
    <FieldFrame id={tied.id} label={label} hint={hint} error={error}>
      <div className="d-flex gap-2">
        <input
          {...rest}
          {...input}
          {...tied}
          className={`form-control ${error === undefined ? "" : "is-invalid"} ${className}`}
        />
        {after}
      </div>
    </FieldFrame>
  );
}
