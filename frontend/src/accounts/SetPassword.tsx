import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { Progress } from "../shared/Progress";
import { pages } from "../shared/paths";
import { useSay } from "../shared/Toasts";
import { Entrance } from "./Entrance";
import { loadProvider } from "./identity";
import { PasswordRules } from "./PasswordRules";
import { newPassword } from "./passwordRule";
import { explainIdentity } from "./providerErrors";

type Finding = { email: string } | { trouble: string } | null;

/** Chooses a new password, with the code of the mail. */
export function SetPassword({ code }: { code: string }) {
  const found = useOwnerOf(code);
  return (
    <Entrance title="Choose a New Password">
      {found === null ? <Progress label="Looking at the link" /> : null}
      {found && "trouble" in found ? <Spent trouble={found.trouble} /> : null}
      {found && "email" in found ? <NewPassword code={code} email={found.email} /> : null}
    </Entrance>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const save = async ({ password }: { password: string }) => {
    const provider = await loadProvider();
    await provider.setPassword(code, password);
    say("Your new password is set. Please log in with it.");
    navigate(pages.logIn, { state: { email }, replace: true });
  };
  return (
    <Form
      initial={{ password: "", confirmPassword: "" }}
      schema={newPassword}
      submit={save}
      complaint={(error) => explainIdentity(error)}
    >
      {/* An input, so that a password manager knows whose password this is. */}
      <label className="form-label fw-semibold" htmlFor="account">
        Account
      </label>
      <input
        id="account"
        className="form-control-plaintext mb-3"
        value={email}
        autoComplete="username"
        readOnly
      />
      <PasswordField
        name="password"
        label="New Password"
        autoComplete="new-password"
        hint={<PasswordRules />}
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm Password"
        autoComplete="new-password"
        hint="Type it once more."
        typed
      />
      <SubmitButton>Set the new password</SubmitButton>
    </Form>
  );
}

function Spent({ trouble }: { trouble: string }) {
  return (
    <div role="alert" className="alert alert-danger">
      <p>{trouble}</p>
      <Link to={pages.resetPassword}>Ask for a new link</Link>
    </div>
  );
}

/** Whose password a code may set: null while the provider is asked. */
function useOwnerOf(code: string): Finding {
  const [found, setFound] = useState<Finding>(null);
  useEffect(() => {
    let here = true;
    const find = async () => {
      const provider = await loadProvider();
      return { email: await provider.emailOfPasswordCode(code) };
    };
    find()
      .catch((error: unknown) => ({ trouble: explainIdentity(error) ?? "" }))
      .then((finding) => here && setFound(finding));
    return () => {
      here = false;
    };
  }, [code]);
  return found;
}
