import { useFormikContext } from "formik";
import { PasswordField } from "./PasswordField";
import { PASSWORD_RULES } from "./passwordRule";

interface NewPasswordFieldsProps {
  label: string;
  required?: boolean;
}

/** The inputs of a form with the schema `newPassword`. */
export function NewPasswordFields({ label, required }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        required={required}
        hint={<PasswordRules />}
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm Password"
        autoComplete="new-password"
        required={required}
        hint="Type it again."
        disablePaste
      />
    </>
  );
}

/** Shows which password rules the form's password meets, while the user types. */
function PasswordRules() {
  const { values } = useFormikContext<{ password: string }>();
  const met = PASSWORD_RULES.filter(({ isMet }) => isMet(values.password)).length;
  return (
    <>
      <p className="mb-1">Your password needs:</p>
      <ul className="list-unstyled mb-0">
        {PASSWORD_RULES.map(({ text, isMet }) => (
          <Rule key={text} text={text} met={isMet(values.password)} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {values.password === "" ? "" : `${met} of ${PASSWORD_RULES.length} password rules met.`}
      </p>
    </>
  );
}

function Rule({ text, met }: { text: string; met: boolean }) {
  return (
    <li className={met ? "fw-semibold text-success-emphasis" : undefined}>
      <span aria-hidden="true">{met ? "✓" : "○"}</span> {text}
      <span className="visually-hidden">{met ? " (met)" : " (not met yet)"}</span>
    </li>
  );
}
