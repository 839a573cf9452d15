import { useField } from "formik";
import { type ComponentProps, type ReactNode, useId } from "react";

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
  const id = useId();
  const [input, meta] = useField<string | number>(name);
  const wrong = meta.touched && meta.error !== undefined;
  const described = [hint ? `${id}-hint` : "", wrong ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        {label}
      </label>
      <div className="d-flex gap-2">
        <input
          {...rest}
          {...input}
          id={id}
          className={`form-control ${wrong ? "is-invalid" : ""} ${className}`}
          aria-invalid={wrong}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className="form-text">
          {hint}
        </div>
      ) : null}
      {wrong ? (
        <div id={`${id}-error`} className="invalid-feedback d-block">
          {meta.error}
        </div>
      ) : null}
    </div>
  );
}
