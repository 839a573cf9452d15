import { useState } from "react";
import { Link } from "react-router-dom";
import { BusyButton } from "../../shared/components/BusyButton";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAction } from "../../shared/hooks/useAction";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { pages } from "../../shared/paths";
import { loadIdentityProvider } from "../identity";
import { identityErrorMessage } from "../identityErrors";
import { AuthCard } from "../login/AuthCard";
import { useSession } from "../session/SessionProvider";
import { Verified } from "./Verified";

const TEXTS = {
  verifyEmail: {
    title: "Verify Your Email",
    instruction: "Press the button to confirm that this email address is yours.",
    button: "Verify my email",
  },
  recoverEmail: {
    title: "Restore Your Email",
    instruction: "Press the button to switch your account back to your previous email address.",
    button: "Restore my email",
  },
};

/** Applies the code of an e-mail. A button starts it, because mail programs prefetch links and would use up the code. */
export function ApplyEmailCode({ code, mode }: { code: string; mode: keyof typeof TEXTS }) {
  const { apply, busy, done, message } = useEmailCode(code);
  const { title, instruction, button } = TEXTS[mode];
  return (
    <AuthCard title={title}>
      {done ? null : (
        <>
          <p>{instruction}</p>
          <BusyButton busy={busy} onClick={apply}>
            {button}
          </BusyButton>
        </>
      )}
      <div role="status">{done ? mode === "verifyEmail" ? <Verified /> : <Recovered /> : null}</div>
      <div role="alert">{message ? <p className="alert alert-danger mt-3 mb-0">{message}</p> : null}</div>
    </AuthCard>
  );
}

function Recovered() {
  return (
    <>
      <p className="alert alert-success">
        Your previous email address is back. Please set a new password, in case someone else knows the old
        one.
      </p>
      <Link className="btn btn-primary" to={pages.resetPassword}>
        Set a new password
      </Link>
    </>
  );
}

function useEmailCode(code: string) {
  const session = useSession();
  const restoreFocus = useAfterRendering(focusIfLost);
  const [done, setDone] = useState(false);
  const { run, busy, error } = useAction(async () => {
    const provider = await loadIdentityProvider();
    await provider.applyEmailCode(code);
    // The code is applied in any case. If the reload fails, the session is up to date after its next token renewal.
    await session.reloadUser().catch(() => {});
    setDone(true);
    restoreFocus();
  });
  return {
    apply: () => void run(),
    busy,
    done,
    message: error === null ? null : identityErrorMessage(error),
  };
}
