import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object, string } from "yup";
import { ApiError } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { Dialog, DialogButtons } from "../shared/Dialog";
import { Form, SubmitButton } from "../shared/Form";
import { PasswordField } from "../shared/PasswordField";
import { AccountField } from "./AccountField";
import { DeleteAccountError } from "./DeleteAccountError";
import { identityErrorCode } from "./identityErrors";
import { useSession } from "./SessionProvider";
import type { CurrentUser } from "./session";

const schema = object({ password: string().required("Password is required.") });

interface DeleteAccountDialogProps {
  user: CurrentUser;
  open: boolean;
  close: () => void;
}

/** Explains the deletion of an account, and deletes it once the user has reauthenticated. */
export function DeleteAccountDialog({ user, open, close }: DeleteAccountDialogProps) {
  const [busy, setBusy] = useState(false);
  const session = useSession();
  const deleteAccount = async (password?: string) => {
    setBusy(true);
    try {
      await session.deleteAccount(password);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Delete your account?" open={open} close={close} busy={busy} hasInput>
      <DeletionConsequences />
      {user.signInMethods.includes("password") ? (
        <PasswordConfirmation email={user.email} busy={busy} deleteAccount={deleteAccount} cancel={close} />
      ) : (
        <GoogleConfirmation email={user.email} busy={busy} deleteAccount={deleteAccount} cancel={close} />
      )}
    </Dialog>
  );
}

function DeletionConsequences() {
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

interface ConfirmationProps {
  email: string;
  busy: boolean;
  /** Without a password, the user reauthenticates with Google. */
  deleteAccount: (password?: string) => Promise<void>;
  cancel: () => void;
}

const WRONG_PASSWORD = new Set<string | null>(["auth/invalid-credential", "auth/wrong-password"]);

function PasswordConfirmation({ email, busy, deleteAccount, cancel }: ConfirmationProps) {
  const submit = async ({ password }: { password: string }) => {
    try {
      await deleteAccount(password);
    } catch (error) {
      if (!WRONG_PASSWORD.has(identityErrorCode(error))) throw error;
      const fields = { password: ["This password is not right. Nothing was deleted."] };
      throw new ApiError({ status: 400, code: "invalid", message: "", fields });
    }
  };
  return (
    <Form
      initial={{ password: "" }}
      schema={schema}
      submit={submit}
      renderError={(error) => <DeleteAccountError error={error} />}
    >
      <AccountField email={email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="Once more, so that we know it is you."
      />
      <DialogButtons>
        <CancelButton busy={busy} cancel={cancel} />
        <SubmitButton variant="danger">Delete my account</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

function GoogleConfirmation({ email, busy, deleteAccount, cancel }: ConfirmationProps) {
  const [error, setError] = useState<unknown>(null);
  const reauthenticate = () => {
    setError(null);
    deleteAccount().catch(setError);
  };
  return (
    <>
      <p>
        Google asks you once more who you are. Choose <strong>{email}</strong> there; then the account is
        deleted.
      </p>
      <DialogButtons>
        <CancelButton busy={busy} cancel={cancel} />
        <BusyButton variant="danger" busy={busy} onClick={reauthenticate}>
          Go on with Google
        </BusyButton>
      </DialogButtons>
      <div role="alert">
        {error === null ? null : (
          <div className="alert alert-danger mt-3 mb-0">
            <DeleteAccountError error={error} />
          </div>
        )}
      </div>
    </>
  );
}

function CancelButton({ busy, cancel }: { busy: boolean; cancel: () => void }) {
  return (
    <Button variant="outline-secondary" disabled={busy} onClick={cancel}>
      Cancel
    </Button>
  );
}
