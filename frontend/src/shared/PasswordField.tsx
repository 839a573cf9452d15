import { type ClipboardEvent, type ReactNode, useState } from "react";
import Button from "react-bootstrap/Button";
import { Field, type FieldProps } from "./Field";

interface PasswordFieldProps extends Omit<FieldProps, "type" | "after" | "onPaste"> {
  /** Refuses what is pasted, and says so, so that it is typed once more; a password manager still fills it in. */
  typed?: boolean;
}

/** A password input with a button that shows what is typed. */
export function PasswordField({ typed = false, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { hint, ...refusing } = useRefusingPaste(rest.hint);
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
      {...(typed ? { hint, ...refusing } : null)}
    />
  );
}

const TYPE_IT = "Pasting is off here. Type the password, or let your password manager fill it in.";

/** What refuses pasting, and a hint that says so until something else is done in the input. */
function useRefusingPaste(hint: ReactNode) {
  const [refused, setRefused] = useState(false);
  const said = (
    <>
      {hint} <span role="status">{refused ? TYPE_IT : ""}</span>
    </>
  );
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    setRefused(true);
  };
  return { hint: said, onPaste, onInput: () => setRefused(false) };
}
