import { useField } from "formik";
import { type ReactNode, useId } from "react";

/** The form value `name`, and the attributes that connect an input to its label, hint and error. */
export function useFormField(name: string, hint?: ReactNode, type?: "checkbox") {
  const id = useId();
  const [input, meta, helpers] = useField<string>({ name, type });
  const error = meta.touched ? meta.error : undefined;
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const inputProps = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy || undefined,
  };
  return { input, inputProps, error, helpers };
}

interface HintAndErrorProps {
  /** The id of the input. */
  id: string;
  /** Help text, announced with the input. */
  hint?: ReactNode;
  error?: string;
}

/** The hint and the error below an input. */
export function HintAndError({ id, hint, error }: HintAndErrorProps) {
  return (
    <>
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
    </>
  );
}

interface FormFieldProps extends HintAndErrorProps {
  label: string;
  /** Marks the label. */
  required?: boolean;
  children: ReactNode;
}

/** An input with its label above, and its hint and error below. */
export function FormField({ id, label, required = false, children, ...below }: FormFieldProps) {
  return (
    <div className="mb-3">
      <label className={`form-label fw-semibold ${required ? "required" : ""}`} htmlFor={id}>
        {label}
      </label>
      {children}
      <HintAndError id={id} {...below} />
    </div>
  );
}
