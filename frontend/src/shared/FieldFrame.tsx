import { useField } from "formik";
import { type ReactNode, useId } from "react";

/** A form's value called `name`, and how to tie its label, hint and error to what it is typed into. */
export function useFramed(name: string, hint: ReactNode) {
  const id = useId();
  const [input, meta, helpers] = useField<string>(name);
  const error = meta.touched ? meta.error : undefined;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const tied = { id, "aria-invalid": error !== undefined, "aria-describedby": described || undefined };
  return { input, tied, error, helpers };
}

interface FieldFrameProps {
  /** That of the input inside. */
  id: string;
  label: string;
  /** What helps to fill it in, read out with the field. */
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
}

/** The label above an input, and its hint and its error below. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint ? (
        <div id={`${id}-hint`} className="form-text">
          {hint}
        </div>
      ) : null}
      {error === undefined ? null : (
        <div id={`${id}-error`} className="invalid-feedback d-block">
          {error}
        </div>
      )}
    </div>
  );
}
