import { Link, useNavigate } from "react-router-dom";
import { string } from "yup";
import { ProfileInput } from "../../shared/api/bounds.gen";
import { useToast } from "../../shared/components/Toasts";
import { LEADS } from "../../shared/firstScreen";
import { REGISTRATION_DRAFT } from "../../shared/forms/drafts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { hasLink, NO_LINK } from "../../shared/links";
import { pages } from "../../shared/paths";
import { isPictureUrl } from "../../shared/pictures/url";
import { identityErrorMessage } from "../identityErrors";
import { AvatarPicker } from "../photo/AvatarPicker";
import { AVATARS } from "../photo/avatars";
import { PhotoUrlField } from "../photo/PhotoUrlField";
import { useReturnTo } from "../session/returnTo";
import { AuthCard, RequireLoggedOut } from "./AuthCard";
import { GoogleButton } from "./GoogleButton";
import { NewPasswordFields } from "./NewPasswordFields";
import { PendingSelectionNote } from "./PendingSelectionNote";
import { newPassword } from "./passwordRule";
import { register, UnfinishedRegistration } from "./registration";

const MAX_NAME_LENGTH = ProfileInput.name.maxLength;
const REGISTERED = "You have been successfully registered. Please Log In Now to go to your profile";

const schema = newPassword.shape({
  name: string()
    .trim()
    .max(MAX_NAME_LENGTH, `Please use ${MAX_NAME_LENGTH} characters or fewer for your name.`)
    .test("link", NO_LINK, (text) => !hasLink(text))
    .default(""),
  photoURL: string()
    .trim()
    .required("Photo URL is required.")
    .test("address", "Photo URL must start with https://.", (value = "") => isPictureUrl(value)),
  email: string().trim().required("Email is required.").email("Please enter a valid email address."),
});

const INITIAL_VALUES = {
  name: "",
  photoURL: AVATARS[0]?.url ?? "",
  email: "",
  password: "",
  confirmPassword: "",
};

/** Creates an account, then navigates to the login page. */
export default function RegisterPage() {
  const { state } = useReturnTo();
  const submit = useRegistration();
  return (
    <RequireLoggedOut>
      <AuthCard title="Register" lead={LEADS.register}>
        <PendingSelectionNote />
        <Form
          initial={INITIAL_VALUES}
          draft={REGISTRATION_DRAFT}
          schema={schema}
          submit={submit}
          renderError={identityErrorMessage}
        >
          <p className="form-text">Fields marked with * are required.</p>
          <Field name="name" label="Name" autoComplete="name" hint="What should your instructor call you?" />
          <AvatarPicker name="photoURL" />
          <PhotoUrlField
            name="photoURL"
            required
            hint="It starts with https://. Leave it as it is to keep the picture above."
          />
          <Field name="email" label="Email" type="email" autoComplete="username" required />
          <NewPasswordFields label="Password" required />
          <p>
            By registering you agree to the{" "}
            <Link to={pages.terms} target="_blank">
              terms<span className="visually-hidden"> (opens in a new tab)</span>
            </Link>
            .
          </p>
          <SubmitButton>Register</SubmitButton>
        </Form>
        <GoogleButton>Register with Google</GoogleButton>
        <p className="mt-4 mb-0">
          Already have an account?{" "}
          <Link to={pages.logIn} state={{ from: state.from }}>
            Log in
          </Link>
        </p>
      </AuthCard>
    </RequireLoggedOut>
  );
}

function useRegistration() {
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useReturnTo();
  return async ({ email, password, name, photoURL }: typeof INITIAL_VALUES) => {
    const loginState = { from: state.from, email };
    try {
      await register(email, password, { name, photo: photoURL });
    } catch (error) {
      if (!(error instanceof UnfinishedRegistration)) throw error;
      toast(
        `Your account has been created. Log in to finish setting it up. ${identityErrorMessage(error.cause)}`,
        "warning",
      );
      navigate(pages.logIn, { state: loginState });
      return;
    }
    toast(REGISTERED);
    navigate(pages.logIn, { state: { ...loginState, registered: true } });
  };
}
