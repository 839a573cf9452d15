import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object, string } from "yup";
import { ApiError } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { Dialog } from "../shared/Dialog";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { AccountName } from "./AccountName";
import { codeOf } from "./providerErrors";
import { useSession } from "./SessionProvider";
import type { Person } from "./session";
import { WhyNotDeleted } from "./WhyNotDeleted";

const schema = object({ password: string().required("Password is required.") });

interface DeleteAccountProps {
  person: Person;
  open: boolean;
  close: () => void;
}

/** Says what deleting the account means, and does it once the person has proved again who they are. */
export function DeleteAccount({ person, open, close }: DeleteAccountProps) {
  const [busy, setBusy] = useState(false);
  const session = useSession();
  const leave = async (password?: string) => {
    setBusy(true);
    try {
      await session.deleteAccount(password);
    } finally {
      setBusy(false);
    }
  };
  // What becomes of it has to be told, so the dialog stays until that is known.
  const closeIdle = () => busy || close();
  return (
    <Dialog title="Delete your account?" open={open} close={closeIdle}>
      <WhatItMeans />
      {person.ways.includes("password") ? (
        <ByPassword email={person.email} leave={leave} cancel={closeIdle} />
      ) : (
        <ByGoogle email={person.email} busy={busy} leave={leave} cancel={closeIdle} />
      )}
    </Dialog>
  );
}

function WhatItMeans() {
  return (
    <>
      <p>
        <strong>This cannot be undone.</strong>
      </p>
      <h3 className="fs-6">What goes</h3>
      <ul>
        <li>Your name, photo, e-mail address, and the way you log in.</li>
        <li>The classes that you have selected, and any seat that is held for you.</li>
        <li>Classes that you have offered and nobody ever had a place in.</li>
      </ul>
      <h3 className="fs-6">What stays</h3>
      <p>
        Our books: which payments there were, for which classes and places. The law wants us to keep them.
        They no longer say who you were.
      </p>
    </>
  );
}

interface ProofProps {
  email: string;
  /** Without a password, Google answers for the person. */
  leave: (password?: string) => Promise<void>;
  cancel: () => void;
}

const WRONG_PASSWORD = new Set<string | null>(["auth/invalid-credential", "auth/wrong-password"]);

function ByPassword({ email, leave, cancel }: ProofProps) {
  const submit = async ({ password }: { password: string }) => {
    try {
      await leave(password);
    } catch (error) {
      if (!WRONG_PASSWORD.has(codeOf(error))) throw error;
      const fields = { password: ["This password is not right. Nothing was deleted."] };
      throw new ApiError({ status: 400, code: "invalid", message: "", fields });
    }
  };
  return (
    <Form
      initial={{ password: "" }}
      schema={schema}
      submit={submit}
      complaint={(error) => <WhyNotDeleted error={error} />}
    >
      <AccountName email={email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="Once more, so that we know it is you."
      />
      <div className="d-flex flex-wrap gap-2">
        <SubmitButton variant="danger">Delete my account</SubmitButton>
        <CancelButton cancel={cancel} />
      </div>
    </Form>
  );
}

function ByGoogle({ email, busy, leave, cancel }: ProofProps & { busy: boolean }) {
  const [error, setError] = useState<unknown>(null);
  const goOn = () => {
    setError(null);
    leave().catch(setError);
  };
  return (
    <>
      <p>
        Google asks you once more who you are. Choose <strong>{email}</strong> there; then the account is
        deleted.
      </p>
      <div className="d-flex flex-wrap gap-2">
        <BusyButton variant="danger" busy={busy} onClick={goOn}>
          Go on with Google
        </BusyButton>
        <CancelButton cancel={cancel} />
      </div>
      <div role="alert">
        {error === null ? null : (
          <div className="alert alert-danger mt-3 mb-0">
            <WhyNotDeleted error={error} />
          </div>
        )}
      </div>
    </>
  );
}

function CancelButton({ cancel }: { cancel: () => void }) {
  return (
    <Button variant="outline-secondary" onClick={cancel}>
      Cancel
    </Button>
  );
}
