import { useEffect, useState } from "react";
import { Progress } from "../../shared/screens/Progress";
import { AuthCard } from "../login/AuthCard";
import { useSession, useSessionState } from "../session/SessionProvider";
import { EmailVerification } from "../verification/EmailVerification";
import { Verified } from "./Verified";

/** Where the identity provider leads a user who has opened the link that verifies their address. */
export function VerifiedAddress() {
  const session = useSession();
  const state = useSessionState();
  const [checked, setChecked] = useState(false);
  const verified = state.status !== "in" || state.user.emailVerified;
  useEffect(() => {
    if (!verified)
      void session
        .reloadUser()
        .catch(() => {})
        .finally(() => setChecked(true));
  }, [session, verified]);
  const checking = state.status === "loading" || (!verified && !checked);
  return (
    <AuthCard title="Verify Your Email">
      {checking ? <Progress label="Checking your email address" /> : null}
      {verified && !checking ? <Verified /> : null}
      {!verified && checked ? (
        <EmailVerification>
          <p>Your email address isn't verified yet. Please open the link in the email we sent you.</p>
        </EmailVerification>
      ) : null}
    </AuthCard>
  );
}
