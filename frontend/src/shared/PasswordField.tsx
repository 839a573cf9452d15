import { type ClipboardEvent, useState } from "react";
import Button from "react-bootstrap/Button";
import { Field, type FieldProps } from "./Field";

interface PasswordFieldProps extends Omit<FieldProps, "type" | "after" | "onPaste"> {
  /** Refuses what is pasted, so that it is typed once more; a password manager still fills it in. */
  typed?: boolean;
}

/** A password input with a button that shows what is typed. */
export function PasswordField({ typed = false, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const refuse = (event: ClipboardEvent) => event.preventDefault();
  const toggle = (
    <Button
      variant="outline-secondary"
      aria-pressed={shown}
      aria-label={`Show ${rest.label.toLowerCase()}`}
      onClick={() => setShown(!shown)}
    >
      {shown ? "Hide" : "Show"}
    </Button>
  );
  return (
    <Field
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      after={toggle}
      onPaste={typed ? refuse : undefined}
    />
  );
}
