import { useSessionState } from "../../accounts/session/SessionProvider";
import { EmailVerification } from "../../accounts/verification/EmailVerification";
import { useRememberThisPage } from "../../accounts/verification/useRememberThisPage";
import type { Selection } from "../../classes/api";
import { UNVERIFIED_SEATS } from "./selections";

interface UnverifiedNoteProps {
  selections: readonly Selection[];
  /** Whether the limit of seats applies. */
  limited: boolean;
}

/** Tells a student whose address is not verified what they can't pay for yet. */
export function UnverifiedNote({ selections, limited }: UnverifiedNoteProps) {
  const state = useSessionState();
  const hasFree = selections.some(({ price }) => price === 0);
  const applies = state.status === "in" && !state.user.emailVerified && (limited || hasFree);
  useRememberThisPage(applies);
  if (!applies) return null;
  return (
    <section className="alert alert-warning" aria-label="Your email address">
      <EmailVerification>
        <p>
          Please open the link in the email we sent to <strong>{state.user.email}</strong>.{" "}
          {limited
            ? `Until then, you can pay for up to ${UNVERIFIED_SEATS} seats at a time, and can't take a free class.`
            : "Until then, you can't take a free class."}
        </p>
      </EmailVerification>
    </section>
  );
}
