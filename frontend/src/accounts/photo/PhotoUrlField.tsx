import { useField } from "formik";
import { useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { Field, type FieldProps } from "../../shared/forms/Field";

/**
 * The address of a photo, folded away until it has the focus or an error: most users pick or upload a picture. While it is
 * folded away, the keyboard and password managers still reach it.
 */
export function PhotoUrlField(props: Pick<FieldProps, "name" | "hint" | "required">) {
  const [, { touched, error }] = useField<string>(props.name);
  const [wasFocused, setWasFocused] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const isOpen = wasFocused || (touched && error !== undefined);
  return (
    <>
      {isOpen ? null : (
        <Button
          size="sm"
          variant="outline-secondary"
          className="d-block mb-3"
          onClick={() => field.current?.querySelector("input")?.focus()}
        >
          Use a link to a picture instead
        </Button>
      )}
      <div ref={field} className={isOpen ? "" : "visually-hidden"}>
        <Field
          {...props}
          label="Photo URL"
          type="url"
          inputMode="url"
          autoComplete="photo"
          onFocus={() => setWasFocused(true)}
        />
      </div>
    </>
  );
}
