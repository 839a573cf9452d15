import { useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useNavigate } from "react-router-dom";
import { useToast } from "../../shared/components/Toasts";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { pages } from "../../shared/paths";
import { Progress } from "../../shared/screens/Progress";
import { loadIdentityProvider } from "../identity";
import { identityErrorMessage, isTransient } from "../identityErrors";
import { AccountField } from "../login/AccountField";
import { AuthCard } from "../login/AuthCard";
import { NewPasswordFields } from "../login/NewPasswordFields";
import { newPassword } from "../login/passwordRule";

type CodeCheck = { email: string } | { message: string; isUsed: boolean };

/** Sets a new password with the code of the password reset e-mail. */
export function SetPassword({ code }: { code: string }) {
  const { check, retry } = useCodeCheck(code);
  return (
    <AuthCard title="Choose a New Password">
      {check === null ? <Progress label="Checking your link" /> : null}
      {check && "message" in check ? <CodeError {...check} retry={retry} /> : null}
      {check && "email" in check ? <NewPassword code={code} email={check.email} /> : null}
    </AuthCard>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const toast = useToast();
  const navigate = useNavigate();
  const save = async ({ password }: { password: string }) => {
    const provider = await loadIdentityProvider();
    await provider.setPassword(code, password);
    toast("Your new password is set. Please log in.");
    navigate(pages.logIn, { state: { email }, replace: true });
  };
  return (
    <Form
      initial={{ password: "", confirmPassword: "" }}
      schema={newPassword}
      submit={save}
      renderError={identityErrorMessage}
    >
      <AccountField email={email} />
      <NewPasswordFields label="New Password" />
      <SubmitButton>Set new password</SubmitButton>
    </Form>
  );
}

function CodeError({ message, isUsed, retry }: { message: string; isUsed: boolean; retry: () => void }) {
  return (
    <div role="alert" className="alert alert-danger">
      <p>{message}</p>
      {isUsed ? (
        <Link to={pages.resetPassword}>Get a new link</Link>
      ) : (
        <Button variant="outline-danger" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Checks a code at the identity provider; `check` is null while the request is pending. */
function useCodeCheck(code: string) {
  const [check, setCheck] = useState<CodeCheck | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the check
  useEffect(() => {
    let isCurrent = true;
    setCheck(null);
    checkCode(code).then((result) => isCurrent && setCheck(result));
    return () => {
      isCurrent = false;
    };
  }, [code, attempt]);
  return { check, retry: () => setAttempt(attempt + 1) };
}

async function checkCode(code: string): Promise<CodeCheck> {
  try {
    const provider = await loadIdentityProvider();
    return { email: await provider.emailOfPasswordResetCode(code) };
  } catch (error) {
    return { message: identityErrorMessage(error) ?? "", isUsed: !isTransient(error) };
  }
}
