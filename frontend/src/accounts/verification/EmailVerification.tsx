import { type ReactNode, useEffect, useState } from "react";
import { BusyButton } from "../../shared/components/BusyButton";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorMessage } from "../identityErrors";
import { useSession } from "../session/SessionProvider";
import { SendVerificationEmail } from "./SendVerificationEmail";

/** Explains what an unverified address prevents, and lets the user verify it. */
export function EmailVerification({ children }: { children: ReactNode }) {
  const { check, busy, message } = useVerificationCheck();
  return (
    <>
      {children}
      <div className="d-flex flex-wrap gap-3">
        <SendVerificationEmail />
        <div>
          <BusyButton variant="outline-primary" busy={busy} onClick={check}>
            I've opened the link
          </BusyButton>
          <p className="mt-2 mb-0" role="status">
            {message}
          </p>
        </div>
      </div>
    </>
  );
}

/** Checks whether the address is verified: at first, when the user comes back to the page, and on demand. */
function useVerificationCheck() {
  const session = useSession();
  const [message, setMessage] = useState("");
  useEffect(() => {
    // Errors are shown only for a check that the user started.
    const checkIfVisible = () => {
      if (document.visibilityState === "visible") session.reloadUser().catch(() => {});
    };
    checkIfVisible();
    document.addEventListener("visibilitychange", checkIfVisible);
    return () => document.removeEventListener("visibilitychange", checkIfVisible);
  }, [session]);
  const { run, busy } = useAction(
    async () => {
      await session.reloadUser();
      setMessage("Your email isn't verified yet. Look for our email, and check your spam folder too.");
    },
    (error) => setMessage(identityErrorMessage(error) ?? ""),
  );
  return { check: () => void run(), busy, message };
}
