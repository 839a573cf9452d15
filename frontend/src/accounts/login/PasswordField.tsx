import { type ClipboardEvent, type ReactNode, useState } from "react";
import Button from "react-bootstrap/Button";
import { Field, type FieldProps } from "../../shared/forms/Field";

interface PasswordFieldProps extends Omit<FieldProps, "type" | "after" | "onPaste"> {
  /** Rejects pasting with a message, so that the user retypes the password; password managers can still fill it in. */
  disablePaste?: boolean;
}

/** A password input with a button that reveals the password. */
export function PasswordField({ disablePaste = false, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { hint, ...handlers } = useDisabledPaste(rest.hint);
  const action = shown ? "Hide" : "Show";
  const toggle = (
    <Button
      variant="outline-secondary"
      aria-label={`${action} ${rest.label.toLowerCase()}`}
      onClick={() => setShown(!shown)}
    >
      {action}
    </Button>
  );
  return (
    <Field
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      after={toggle}
      {...(disablePaste ? { hint, ...handlers } : null)}
    />
  );
}

const PASTE_DISABLED = "Pasting is off here. Type the password, or let your password manager fill it in.";

/** Handlers that reject pasting, and the hint with a message that stays until the next input. */
function useDisabledPaste(hint: ReactNode) {
  const [rejected, setRejected] = useState(false);
  const hintWithMessage = (
    <>
      {hint} <span role="status">{rejected ? PASTE_DISABLED : ""}</span>
    </>
  );
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    setRejected(true);
  };
  return { hint: hintWithMessage, onPaste, onInput: () => setRejected(false) };
}
