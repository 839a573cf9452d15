import { object, string } from "yup";
import { ApiError } from "../../shared/api/apiError";
import { BusyButton } from "../../shared/components/BusyButton";
import { Dialog, DialogButtons, useDialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/components/DialogForm";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorCode } from "../identityErrors";
import { AccountField } from "../login/AccountField";
import { PasswordField } from "../login/PasswordField";
import { useSession } from "../session/SessionProvider";
import type { CurrentUser } from "../session/sessionState";
import { DeleteAccountError } from "./DeleteAccountError";

const schema = object({ password: string().required("Password is required.") });

interface DeleteAccountDialogProps {
  user: CurrentUser;
  open: boolean;
  close: () => void;
}

/** Explains the deletion of an account, and deletes it once the user has reauthenticated. */
export function DeleteAccountDialog({ user, open, close }: DeleteAccountDialogProps) {
  const hasPassword = user.signInMethods.includes("password");
  return (
    <Dialog title="Delete your account?" open={open} close={close} hasInput>
      <DeletionConsequences />
      {hasPassword ? <PasswordConfirmation email={user.email} /> : <GoogleConfirmation email={user.email} />}
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

const WRONG_PASSWORD = new Set<string | null>(["auth/invalid-credential", "auth/wrong-password"]);

function PasswordConfirmation({ email }: { email: string }) {
  const session = useSession();
  const submit = async ({ password }: { password: string }) => {
    try {
      await session.deleteAccount(password);
    } catch (error) {
      if (!WRONG_PASSWORD.has(identityErrorCode(error))) throw error;
      const fields = { password: ["That password isn't right. Nothing was deleted."] };
      throw new ApiError({ status: 400, code: "invalid", message: "", fields });
    }
  };
  return (
    <DialogForm
      initial={{ password: "" }}
      schema={schema}
      submit={submit}
      renderError={(error) => <DeleteAccountError error={error} />}
      confirm="Delete my account"
      variant="danger"
    >
      <AccountField email={email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="Please enter it again so we know it's you."
      />
    </DialogForm>
  );
}

function GoogleConfirmation({ email }: { email: string }) {
  const session = useSession();
  const { busy, whileBusy } = useDialog();
  const { run, error } = useAction(() => whileBusy(() => session.deleteAccount()));
  return (
    <>
      <p>
        Google will ask you to confirm that it's you. Choose <strong>{email}</strong> there, and we'll delete
        your account.
      </p>
      <DialogButtons>
        <BusyButton variant="danger" busy={busy} onClick={() => void run()}>
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
