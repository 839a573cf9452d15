import { useField } from "formik";
import { type ReactNode, useId } from "react";
import { Check } from "./Check";

interface CheckFieldProps {
  name: string;
  label: ReactNode;
  /** Help text, announced with the check box. */
  hint?: ReactNode;
}

/** A labeled check box of a Form, with its hint and error. */
export function CheckField({ name, label, hint }: CheckFieldProps) {
  const id = useId();
  const [input, { touched, error }] = useField({ name, type: "checkbox" });
  const shown = touched ? error : undefined;
  const describedBy = [hint ? `${id}-hint` : "", shown ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="form-check mb-3">
      <input
        {...input}
        type="checkbox"
        id={id}
        className="form-check-input"
        aria-invalid={shown !== undefined}
        aria-describedby={describedBy || undefined}
      />
      <label className="form-check-label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className="form-text">
          {hint}
        </div>
      ) : null}
      {shown === undefined ? null : (
        <div id={`${id}-error`} className="invalid-feedback d-block">
          {shown}
        </div>
      )}
    </div>
  );
}

interface ChoiceFieldProps {
  name: string;
  /** The name of the group. */
  legend: string;
  /** Check boxes for a list of values, radio buttons for one value. */
  type: "checkbox" | "radio";
  options: readonly (readonly [value: string, label: string])[];
}

/** A group of check boxes or radio buttons of a Form, with its error. */
export function ChoiceField({ name, legend, type, options }: ChoiceFieldProps) {
  const id = useId();
  const [, { touched, error }] = useField(name);
  const shown = touched ? error : undefined;
  return (
    <fieldset className="mb-3" aria-describedby={shown === undefined ? undefined : `${id}-error`}>
      <legend className="form-label fs-6 fw-semibold">{legend}</legend>
      {options.map(([value, label]) => (
        <Choice
          key={value}
          name={name}
          type={type}
          value={value}
          label={label}
          isInvalid={shown !== undefined}
        />
      ))}
      {shown === undefined ? null : (
        <div id={`${id}-error`} className="invalid-feedback d-block">
          {shown}
        </div>
      )}
    </fieldset>
  );
}

interface ChoiceProps extends Pick<ChoiceFieldProps, "name" | "type"> {
  value: string;
  label: string;
  isInvalid: boolean;
}

function Choice({ name, type, value, label, isInvalid }: ChoiceProps) {
  const [input] = useField({ name, type, value });
  return <Check {...input} type={type} label={label} aria-invalid={isInvalid} />;
}
