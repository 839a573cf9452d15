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
import type { CurrentUser } from "./sessionState";

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
        <strong>This can't be undone.</strong>
      </p>
      <h3 className="fs-6">What we delete</h3>
      <ul>
        <li>Your name, photo, email address and login.</li>
        <li>Your children's names and dates of birth.</li>
        <li>Your selected classes, and any seats we're holding for you.</li>
        <li>Any classes you've added that nobody ever enrolled in.</li>
      </ul>
      <h3 className="fs-6">What we keep</h3>
      <p>
        The payment records the law requires us to keep: amounts, dates and classes, but not your name or
        email address.
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
      const fields = { password: ["That password isn't right. Nothing was deleted."] };
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
        hint="Please enter it again so we know it's you."
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
        Google will ask you to confirm that it's you. Choose <strong>{email}</strong> there, and we'll delete
        your account.
      </p>
      <DialogButtons>
        <CancelButton busy={busy} cancel={cancel} />
        <BusyButton variant="danger" busy={busy} onClick={reauthenticate}>
          Continue with Google
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
