import { useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useNavigate } from "react-router-dom";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { Progress } from "../shared/Progress";
import { pages } from "../shared/paths";
import { useSay } from "../shared/Toasts";
import { AccountName } from "./AccountName";
import { Entrance } from "./Entrance";
import { loadProvider } from "./identity";
import { PasswordRules } from "./PasswordRules";
import { newPassword } from "./passwordRule";
import { explainIdentity, mayPass } from "./providerErrors";

type Finding = { email: string } | { trouble: string; spent: boolean } | null;

/** Chooses a new password, with the code of the mail. */
export function SetPassword({ code }: { code: string }) {
  const { found, again } = useOwnerOf(code);
  return (
    <Entrance title="Choose a New Password">
      {found === null ? <Progress label="Looking at the link" /> : null}
      {found && "trouble" in found ? <Trouble {...found} again={again} /> : null}
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
      <AccountName email={email} />
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

function Trouble({ trouble, spent, again }: { trouble: string; spent: boolean; again: () => void }) {
  return (
    <div role="alert" className="alert alert-danger">
      <p>{trouble}</p>
      {spent ? (
        <Link to={pages.resetPassword}>Ask for a new link</Link>
      ) : (
        <Button variant="outline-danger" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Whose password a code may set: null while the provider is asked. */
function useOwnerOf(code: string) {
  const [found, setFound] = useState<Finding>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks for the same again
  useEffect(() => {
    let here = true;
    setFound(null);
    ownerOf(code).then((finding) => here && setFound(finding));
    return () => {
      here = false;
    };
  }, [code, tries]);
  return { found, again: () => setTries(tries + 1) };
}

async function ownerOf(code: string): Promise<Finding> {
  try {
    const provider = await loadProvider();
    return { email: await provider.emailOfPasswordCode(code) };
  } catch (error) {
    return { trouble: explainIdentity(error) ?? "", spent: !mayPass(error) };
  }
}
