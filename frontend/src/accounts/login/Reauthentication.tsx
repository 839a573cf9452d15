import type { ReactNode } from "react";
import { object, string } from "yup";
import { ApiError } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { DialogButtons, useDialog } from "../../shared/components/Dialog";
import { DialogForm } from "../../shared/forms/DialogForm";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorCode } from "../identityErrors";
import type { CurrentUser } from "../session/state";
import { AccountField } from "./AccountField";
import { PasswordField } from "./PasswordField";

const schema = object({ password: string().required("Password is required.") });

interface ReauthenticationProps {
  user: CurrentUser;
  /** What follows the confirmation. `password` is undefined for a user who signs in with Google. */
  run: (password?: string) => Promise<void>;
  /** The label of the button below the password. */
  confirm: string;
  variant?: "danger";
  /** What we do after Google's confirmation, as in “and we'll delete your account”. */
  consequence: string;
  wrongPassword: string;
  renderError: (error: unknown) => ReactNode;
}

/** The content of a dialog in which the user confirms that it's them, with their password or with Google. */
export function Reauthentication(props: ReauthenticationProps) {
  return props.user.signInMethods.includes("password") ? (
    <PasswordConfirmation {...props} />
  ) : (
    <GoogleConfirmation {...props} />
  );
}

const WRONG_PASSWORD = new Set<string | null>(["auth/invalid-credential", "auth/wrong-password"]);

function PasswordConfirmation({ user, run, wrongPassword, ...form }: ReauthenticationProps) {
  const submit = async ({ password }: { password: string }) => {
    try {
      await run(password);
    } catch (error) {
      if (!WRONG_PASSWORD.has(identityErrorCode(error))) throw error;
      throw new ApiError({
        status: 400,
        code: "invalid",
        message: "",
        fields: { password: [wrongPassword] },
      });
    }
  };
  return (
    <DialogForm
      initial={{ password: "" }}
      schema={schema}
      submit={submit}
      renderError={form.renderError}
      confirm={form.confirm}
      variant={form.variant}
    >
      <AccountField email={user.email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="Please enter it again so we know it's you."
      />
    </DialogForm>
  );
}

function GoogleConfirmation({ user, run, variant, consequence, renderError }: ReauthenticationProps) {
  const { busy, whileBusy } = useDialog();
  const { run: confirm, error } = useAction(() => whileBusy(() => run()));
  return (
    <>
      <p>
        Google will ask you to confirm that it's you. Choose <strong>{user.email}</strong> there, and{" "}
        {consequence}.
      </p>
      <DialogButtons>
        <BusyButton variant={variant} busy={busy} onClick={() => void confirm()}>
          Continue with Google
        </BusyButton>
      </DialogButtons>
      <div role="alert">
        {error === null ? null : <div className="alert alert-danger mt-3 mb-0">{renderError(error)}</div>}
      </div>
    </>
  );
}
