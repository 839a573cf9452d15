import { useState } from "react";
import { Link } from "react-router-dom";
import { object, string } from "yup";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { pages } from "../../shared/paths";
import { loadIdentityProvider } from "../identity";
import { identityErrorCode, identityErrorMessage } from "../identityErrors";
import { AuthCard } from "../login/AuthCard";
import { useReturnTo } from "../session/returnTo";

const schema = object({
  email: string().trim().required("Email is required.").email("Please enter a valid email address."),
});

/** Requests the password reset e-mail. */
export function RequestPasswordReset() {
  const { state } = useReturnTo();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async ({ email }: { email: string }) => {
    await sendPasswordResetLink(email);
    setSentTo(email);
  };
  return (
    <AuthCard title="Reset Password">
      <div role="status">{sentTo === null ? null : <LinkSent email={sentTo} />}</div>
      <p>Enter your email address and we'll send you a link to choose a new password.</p>
      <Form
        initial={{ email: state.email ?? "" }}
        schema={schema}
        submit={submit}
        asksBeforeLeaving={false}
        renderError={identityErrorMessage}
      >
        <Field name="email" label="Email" type="email" autoComplete="username" />
        <SubmitButton>{sentTo === null ? "Send me the link" : "Send it again"}</SubmitButton>
      </Form>
      <p className="mt-4 mb-0">
        <Link to={pages.logIn} state={{ from: state.from, email: state.email }}>
          Back to Log In
        </Link>
      </p>
    </AuthCard>
  );
}

function LinkSent({ email }: { email: string }) {
  return (
    <p className="alert alert-success">
      If there's an account for {email}, an email with a link is on its way. If you joined with Google, you
      don't have a password here. Just log in with the Google button.
    </p>
  );
}

/** Hides whether an account exists: an unknown address succeeds like a known one. */
async function sendPasswordResetLink(email: string): Promise<void> {
  const provider = await loadIdentityProvider();
  try {
    await provider.sendPasswordResetLink(email);
  } catch (error) {
    if (identityErrorCode(error) !== "auth/user-not-found") throw error;
  }
}
