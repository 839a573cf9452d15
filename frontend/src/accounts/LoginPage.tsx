import { useFormikContext } from "formik";
import { Link } from "react-router-dom";
import { object, string } from "yup";
import { Field } from "../shared/Field";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { pages } from "../shared/paths";
import { useSay } from "../shared/Toasts";
import { Entrance, OnlyLoggedOut } from "./Entrance";
import { GoogleButton } from "./GoogleButton";
import { password } from "./passwordRule";
import { explainIdentity, wantsProof } from "./providerErrors";
import { useSession } from "./SessionProvider";
import { SendVerificationMail } from "./VerificationMail";
import { useArrival } from "./wayBack";

const schema = object({ email: string().required("Email is required."), password });

/** Logs in, and leads back to where somebody came from. */
export default function LoginPage() {
  const session = useSession();
  const say = useSay();
  const { told } = useArrival();
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    await session.logIn(email.trim(), password);
    say("Your have logged in successfully.");
  };
  return (
    <OnlyLoggedOut>
      <Entrance title="Log In">
        {told.registered ? <MailNote email={told.email ?? ""} /> : null}
        <Form
          initial={{ email: told.email ?? "", password: "" }}
          schema={schema}
          submit={logIn}
          complaint={(error) => <Complaint error={error} />}
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
          <Link to={pages.register} state={{ from: told.from }}>
            Register
          </Link>
        </p>
      </Entrance>
    </OnlyLoggedOut>
  );
}

function MailNote({ email }: { email: string }) {
  return (
    <p className="alert alert-success">
      We have sent a mail to {email}. Open the link in it, so that we know the address is yours.
    </p>
  );
}

function ForgotPassword() {
  const { told } = useArrival();
  const { values } = useFormikContext<{ email: string }>();
  return (
    <Link to={pages.resetPassword} state={{ from: told.from, email: values.email }}>
      Forgot your password?
    </Link>
  );
}

function Complaint({ error }: { error: unknown }) {
  const message = explainIdentity(error);
  if (!wantsProof(error)) return message;
  return (
    <>
      <p>{message}</p>
      <SendVerificationMail />
    </>
  );
}
