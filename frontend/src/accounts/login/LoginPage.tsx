import { useFormikContext } from "formik";
import { Link } from "react-router-dom";
import { object, string } from "yup";
import { asApiError } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import { LEADS } from "../../shared/firstScreen";
import { draftOwner } from "../../shared/forms/drafts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { pages } from "../../shared/paths";
import { identityErrorMessage } from "../identityErrors";
import { useReturnTo } from "../session/returnTo";
import { useSession } from "../session/SessionProvider";
import { SendVerificationEmail } from "../verification/SendVerificationEmail";
import { AuthCard, RequireLoggedOut, SessionEndNote } from "./AuthCard";
import { GoogleButton } from "./GoogleButton";
import { PasswordField } from "./PasswordField";
import { PendingSelectionNote } from "./PendingSelectionNote";
import { password } from "./passwordRule";

const schema = object({ email: string().required("Email is required."), password });

/** The login form. Returns to the page that the user came from. */
export default function LoginPage() {
  const session = useSession();
  const toast = useToast();
  const { state } = useReturnTo();
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    await session.logIn(email.trim(), password);
    toast("Your have logged in successfully.");
  };
  return (
    <RequireLoggedOut>
      <AuthCard title="Log In" lead={LEADS.login}>
        <SessionEndNote />
        <PendingSelectionNote />
        {state.registered ? <VerificationNote email={state.email ?? ""} /> : null}
        <Form
          initial={{ email: state.email ?? draftOwner() ?? "", password: "" }}
          schema={schema}
          submit={logIn}
          asksBeforeLeaving={false}
          renderError={(error) => <LoginError error={error} />}
        >
          <Field name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <div className="d-flex flex-wrap align-items-center justify-content-between gap-3">
            <SubmitButton>Log In</SubmitButton>
            <ForgotPassword />
          </div>
        </Form>
        <GoogleButton>Log In with Google</GoogleButton>
        <p className="mt-4 mb-0">
          New here?{" "}
          <Link to={pages.register} state={{ from: state.from }}>
            Register
          </Link>
        </p>
      </AuthCard>
    </RequireLoggedOut>
  );
}

function VerificationNote({ email }: { email: string }) {
  return (
    <p className="alert alert-success">
      We've sent an email to {email}. Please open the link in it to verify your address.
    </p>
  );
}

function ForgotPassword() {
  const { state } = useReturnTo();
  const { values } = useFormikContext<{ email: string }>();
  return (
    <Link className="tap" to={pages.resetPassword} state={{ from: state.from, email: values.email }}>
      Forgot your password?
    </Link>
  );
}

function LoginError({ error }: { error: unknown }) {
  const message = identityErrorMessage(error);
  const code = asApiError(error)?.code;
  if (code === "email_in_use") {
    return (
      <>
        <p>{message}</p>
        <Link to={pages.contact}>Contact the school</Link>
      </>
    );
  }
  if (code !== "email_not_verified") return message;
  return (
    <>
      <p>{message}</p>
      <SendVerificationEmail />
    </>
  );
}
