import { useField } from "formik";
import { type ReactNode, useId } from "react";

/** The form value `name`, and the attributes that connect an input to its label, hint and error. */
export function useFormField(name: string, hint: ReactNode) {
  const id = useId();
  const [input, meta, helpers] = useField<string>(name);
  const error = meta.touched ? meta.error : undefined;
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const inputProps = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy || undefined,
  };
  return { input, inputProps, error, helpers };
}

interface FormFieldProps {
  /** The id of the input. */
  id: string;
  label: string;
  /** Marks the label. */
  required?: boolean;
  /** Help text, announced with the input. */
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
}

/** An input with its label above, and its hint and error below. */
export function FormField({ id, label, required = false, hint, error, children }: FormFieldProps) {
  return (
    <div className="mb-3">
      <label className={`form-label fw-semibold ${required ? "required" : ""}`} htmlFor={id}>
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
