import { useState } from "react";
import { Link } from "react-router-dom";
import { object, string } from "yup";
import { Field } from "../shared/Field";
import { Form, SubmitButton } from "../shared/Form";
import { pages } from "../shared/paths";
import { Entrance } from "./Entrance";
import { loadProvider } from "./identity";
import { codeOf, explainIdentity } from "./providerErrors";
import { useArrival } from "./wayBack";

const schema = object({
  email: string().trim().required("Email is required.").email("Email must be an e-mail address."),
});

/** Sends the mail that leads to a new password. */
export function AskForPasswordMail() {
  const { told } = useArrival();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async ({ email }: { email: string }) => {
    await sendPasswordMail(email);
    setSentTo(email);
  };
  return (
    <Entrance title="Reset Password">
      <div role="status">{sentTo === null ? null : <Sent email={sentTo} />}</div>
      <p>Tell us your e-mail address, and we send you a link with which you choose a new password.</p>
      <Form
        initial={{ email: told.email ?? "" }}
        schema={schema}
        submit={ask}
        complaint={(error) => explainIdentity(error)}
      >
        <Field name="email" label="Email" type="email" autoComplete="username" />
        <SubmitButton>{sentTo === null ? "Send me the link" : "Send it again"}</SubmitButton>
      </Form>
      <p className="mt-4 mb-0">
        <Link to={pages.logIn} state={{ from: told.from, email: told.email }}>
          Back to Log In
        </Link>
      </p>
    </Entrance>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <p className="alert alert-success">
      If there is an account for {email}, a mail with a link is on its way. Who joined with Google has no
      password here: use the Google button.
    </p>
  );
}

/** Who has an account is nobody else's business: an unknown address looks like a known one. */
async function sendPasswordMail(email: string): Promise<void> {
  const provider = await loadProvider();
  try {
    await provider.sendPasswordMail(email);
  } catch (error) {
    if (codeOf(error) !== "auth/user-not-found") throw error;
  }
}
