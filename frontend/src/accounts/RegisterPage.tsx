import { Link, useNavigate } from "react-router-dom";
import { string } from "yup";
import { Field } from "../shared/Field";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { pages } from "../shared/paths";
import { isPictureAddress } from "../shared/pictureAddress";
import { useSay } from "../shared/Toasts";
import { Entrance, OnlyLoggedOut } from "./Entrance";
import { GoogleButton } from "./GoogleButton";
import { PasswordRules } from "./PasswordRules";
import { newPassword } from "./passwordRule";
import { explainIdentity } from "./providerErrors";
import { register, UnfinishedRegistration } from "./registration";

import { useArrival } from "./wayBack";

const LONGEST_NAME = 100;
const REGISTERED = "You have been successfully registered. Please Log In Now to go to your profile";

const schema = newPassword.shape({
  name: string()
    .trim()
    .max(LONGEST_NAME, `Name must not be longer than ${LONGEST_NAME} characters.`)
    .default(""),
  photoURL: string()
    .trim()
    .required("Photo URL is required.")
    .test("address", "Photo URL must be an address that begins with https://.", (value = "") =>
      isPictureAddress(value),
    ),
  email: string().trim().required("Email is required.").email("Email must be an e-mail address."),
});

const EMPTY = { name: "", photoURL: "", email: "", password: "", confirmPassword: "" };

/** Makes an account, then leads to the log-in page. */
export default function RegisterPage() {
  const { told } = useArrival();
  const submit = useRegistration();
  return (
    <OnlyLoggedOut>
      <Entrance title="Register">
        <Form initial={EMPTY} schema={schema} submit={submit} complaint={(error) => explainIdentity(error)}>
          <Field name="name" label="Name" autoComplete="name" hint="As your instructor shall call you." />
          <Field
            name="photoURL"
            label="Photo URL"
            type="url"
            inputMode="url"
            autoComplete="photo"
            hint="The address of a picture of you, beginning with https://."
          />
          <Field name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField
            name="password"
            label="Password"
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
          <p>
            By registering you agree to the <Link to={pages.terms}>terms</Link>.
          </p>
          <SubmitButton>Register</SubmitButton>
        </Form>
        <GoogleButton>Register with Google</GoogleButton>
        <p className="mt-4 mb-0">
          Been here before?{" "}
          <Link to={pages.logIn} state={{ from: told.from }}>
            Log in
          </Link>
        </p>
      </Entrance>
    </OnlyLoggedOut>
  );
}

function useRegistration() {
  const say = useSay();
  const navigate = useNavigate();
  const { told } = useArrival();
  return async ({ email, password, name, photoURL }: typeof EMPTY) => {
    const arrival = { from: told.from, email };
    try {
      await register(email, password, { name, photo: photoURL });
    } catch (error) {
      if (!(error instanceof UnfinishedRegistration)) throw error;
      say(`Your account is made. Log in to finish it. ${explainIdentity(error.cause)}`, "warning");
      navigate(pages.logIn, { state: arrival });
      return;
    }
    say(REGISTERED);
    navigate(pages.logIn, { state: { ...arrival, registered: true } });
  };
}
