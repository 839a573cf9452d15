import { type ComponentProps, type ReactNode, useId } from "react";

interface CheckProps extends ComponentProps<"input"> {
  label: ReactNode;
  type?: "checkbox" | "radio";
  /** Classes of the box and its label. */
  className?: string;
}

/** A check box or radio button with its label. `children` are below it; the other properties are those of the `<input>`. */
export function Check({ label, type = "checkbox", className = "", children, ...input }: CheckProps) {
  const generatedId = useId();
  const { id = generatedId } = input;
  return (
    <div className={`form-check ${className}`}>
      <input {...input} id={id} type={type} className="form-check-input" />
      <label className="form-check-label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}
