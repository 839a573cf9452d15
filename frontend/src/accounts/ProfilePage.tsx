import { useFormikContext } from "formik";
import { useEffect, useState } from "react";
import { object, string } from "yup";
import { Avatar } from "../shared/Avatar";
import { BusyButton } from "../shared/BusyButton";
import { Field } from "../shared/Field";
import { Form, SubmitButton } from "../shared/Form";
import { PageHeading } from "../shared/Page";
import { isPictureAddress } from "../shared/pictureAddress";
import { useSay } from "../shared/Toasts";
import { explainIdentity } from "./providerErrors";
import { useSession, useSessionState } from "./SessionProvider";
import type { Person } from "./session";
import { SendVerificationMail } from "./VerificationMail";
import { YourData } from "./YourData";

const schema = object({
  name: string().trim().max(100, "Name must not be longer than 100 characters.").default(""),
  photo: string()
    .trim()
    .default("")
    .test("address", "Photo URL must be an address that begins with https://.", (value) =>
      value === "" ? true : isPictureAddress(value),
    ),
});

/** Who somebody is here: name, photo, and whether the e-mail address is proved. */
export default function ProfilePage() {
  const state = useSessionState();
  if (state.status !== "in") return null;
  return (
    <div className="profile">
      <PageHeading>My Profile</PageHeading>
      <Email person={state.person} />
      <Details key={state.person.email} person={state.person} />
      <YourData person={state.person} />
    </div>
  );
}

function Details({ person }: { person: Person }) {
  const session = useSession();
  const say = useSay();
  const save = async ({ name, photo }: { name: string; photo: string }) => {
    // The office may have filled in on the server what the provider does not know: only what is changed here is sent.
    await session.changeProfile({
      ...(name === person.name ? null : { name }),
      ...(photo === person.photo ? null : { photo }),
    });
    say("Your profile is saved.");
  };
  return (
    <section className="sheet" aria-labelledby="details">
      <h2 id="details">What others see</h2>
      <Form
        initial={{ name: person.name, photo: person.photo }}
        schema={schema}
        submit={save}
        draft="profile"
        complaint={(error) => explainIdentity(error)}
      >
        <Preview email={person.email} />
        <Field name="name" label="Name" autoComplete="name" />
        <Field name="photo" label="Photo URL" type="url" inputMode="url" autoComplete="photo" />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </section>
  );
}

function Preview({ email }: { email: string }) {
  const { values } = useFormikContext<{ name: string; photo: string }>();
  const photo = isPictureAddress(values.photo) ? values.photo : "";
  return (
    <div className="portrait portrait-small mb-3">
      <Avatar photo={photo} name={values.name || email} />
    </div>
  );
}

function Email({ person }: { person: Person }) {
  return (
    <section className="sheet" aria-labelledby="email">
      <h2 id="email">E-mail</h2>
      <p className="mb-2">
        {person.email}{" "}
        <span className={`badge ${person.emailVerified ? "text-bg-success" : "text-bg-warning"}`}>
          {person.emailVerified ? "Verified" : "Not verified yet"}
        </span>
      </p>
      {person.emailVerified ? null : <Unproved />}
    </section>
  );
}

function Unproved() {
  const { reread, busy, trouble } = useRereading();
  return (
    <>
      <p>Open the link in the mail that we have sent you, so that we know the address is yours.</p>
      <div className="d-flex flex-wrap gap-3">
        <SendVerificationMail />
        <div>
          <BusyButton variant="outline-primary" busy={busy} onClick={reread}>
            I have opened the link
          </BusyButton>
          <p className="mt-2 mb-0" role="status">
            {trouble}
          </p>
        </div>
      </div>
    </>
  );
}

/** Asks whether the address is proved by now: once on coming here, and whenever the person says so. */
function useRereading() {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    // What fails here is told when the person asks.
    session.reread().catch(() => {});
  }, [session]);
  const reread = async () => {
    setBusy(true);
    try {
      await session.reread();
      setTrouble("The address is not verified yet. Look for the mail, also among the unwanted ones.");
    } catch (error) {
      setTrouble(explainIdentity(error) ?? "");
    } finally {
      setBusy(false);
    }
  };
  return { reread: () => void reread(), busy, trouble };
}
