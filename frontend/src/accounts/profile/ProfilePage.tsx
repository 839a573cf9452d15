import { useFormikContext } from "formik";
import { useState } from "react";
import { object, string } from "yup";
import { ProfileChangeInput } from "../../shared/api/bounds.gen";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useToast } from "../../shared/components/Toasts";
import { Field } from "../../shared/forms/Field";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { hasLink, NO_LINK } from "../../shared/links";
import { Avatar } from "../../shared/pictures/Avatar";
import { isPictureUrl } from "../../shared/pictures/url";
import { PageHeading } from "../../shared/screens/Page";
import { identityErrorMessage } from "../identityErrors";
import { AvatarPicker } from "../photo/AvatarPicker";
import { PhotoUpload } from "../photo/PhotoUpload";
import { PhotoUrlField } from "../photo/PhotoUrlField";
import { useSession, useSessionState } from "../session/SessionProvider";
import type { CurrentUser } from "../session/state";
import { EmailVerification } from "../verification/EmailVerification";
import { Biography } from "./Biography";
import { CalendarFeed } from "./CalendarFeed";
import { PersonalData } from "./PersonalData";
import { Reminders } from "./Reminders";

const MAX_NAME_LENGTH = ProfileChangeInput.name.maxLength;

const schema = object({
  name: string()
    .trim()
    .max(MAX_NAME_LENGTH, `Please use ${MAX_NAME_LENGTH} characters or fewer for your name.`)
    .test("link", NO_LINK, (text) => !hasLink(text))
    .default(""),
  photo: string()
    .trim()
    .default("")
    .test("address", "Photo URL must start with https://.", (value) =>
      value === "" ? true : isPictureUrl(value),
    ),
});

/** The profile of the current user: name, photo, e-mail address, personal data. */
export default function ProfilePage() {
  const state = useSessionState();
  if (state.status !== "in") return null;
  return (
    <div className="profile">
      <PageHeading>My Profile</PageHeading>
      <Email user={state.user} />
      <Details key={state.user.email} user={state.user} />
      {state.role === "instructor" ? <Biography email={state.user.email} /> : null}
      {state.role === "student" ? <Reminders /> : null}
      {state.role === "admin" ? null : <CalendarFeed />}
      <PersonalData user={state.user} />
    </div>
  );
}

function Details({ user }: { user: CurrentUser }) {
  const session = useSession();
  const invalidate = useInvalidateAfter("changeProfile");
  const toast = useToast();
  const [uploading, setUploading] = useState(false);
  const save = async ({ name, photo }: { name: string; photo: string }) => {
    // Sends only the changed values: an admin may have changed the others on the server, unknown to the identity provider.
    await session.changeProfile({
      ...(name === user.name ? null : { name }),
      ...(photo === user.photo ? null : { photo }),
    });
    toast("Your profile has been saved.");
    void invalidate();
  };
  return (
    <section className="sheet" aria-labelledby="details">
      <h2 id="details">What others see</h2>
      <Form
        initial={{ name: user.name, photo: user.photo }}
        schema={schema}
        submit={save}
        draft="profile"
        renderError={identityErrorMessage}
      >
        <Preview email={user.email} />
        <Field name="name" label="Name" autoComplete="name" />
        <AvatarPicker name="photo" />
        <PhotoUpload name="photo" onUploadingChange={setUploading} />
        <PhotoUrlField name="photo" />
        <SubmitButton disabled={uploading}>Save</SubmitButton>
      </Form>
    </section>
  );
}

function Preview({ email }: { email: string }) {
  const { values } = useFormikContext<{ name: string; photo: string }>();
  const photo = isPictureUrl(values.photo) ? values.photo : "";
  return (
    <div className="portrait portrait-small mb-3">
      <Avatar photo={photo} name={values.name || email} />
    </div>
  );
}

function Email({ user }: { user: CurrentUser }) {
  return (
    <section className="sheet" aria-labelledby="email">
      <h2 id="email">Email</h2>
      <p className="mb-2">
        {user.email}{" "}
        <span className={`badge ${user.emailVerified ? "text-bg-success" : "text-bg-warning"}`}>
          {user.emailVerified ? "Verified" : "Not verified yet"}
        </span>
      </p>
      {user.emailVerified ? null : (
        <EmailVerification>
          <p>
            Please open the link in the email we sent you to verify your address. Until then, we only email
            you about what you've paid.
          </p>
        </EmailVerification>
      )}
    </section>
  );
}
