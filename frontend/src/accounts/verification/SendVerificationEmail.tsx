import { useState } from "react";
import { BusyButton } from "../../shared/components/BusyButton";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorMessage } from "../identityErrors";
import { useSession } from "../session/SessionProvider";

const SENT = "The email is on its way. Open the link in it, then come back here.";

/** Resends the verification e-mail, to a logged-in user or to one whose login failed because of the unverified address. */
export function SendVerificationEmail() {
  const session = useSession();
  const [message, setMessage] = useState("");
  const { run, busy } = useAction(
    async () => {
      await session.sendVerificationEmail();
      setMessage(SENT);
    },
    (error) => setMessage(identityErrorMessage(error) ?? ""),
  );
  return (
    <div>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void run()}>
        Send the verification email again
      </BusyButton>
      <p className="mt-2 mb-0" role="status">
        {message}
      </p>
    </div>
  );
}
