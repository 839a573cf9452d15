import type { ReactNode } from "react";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { identityErrorMessage } from "../identityErrors";
import { useSession } from "../session/SessionProvider";

/** Logs in or registers with Google's popup. */
export function GoogleButton({ children }: { children: ReactNode }) {
  const session = useSession();
  const toast = useToast();
  const { run, busy, error } = useAction(async () => {
    await session.logInWithGoogle();
    toast("Your are in your account now.");
  });
  const message = error === null ? null : identityErrorMessage(error);
  return (
    <div>
      <p className="or">or</p>
      <BusyButton variant="outline-secondary" className="w-100" busy={busy} onClick={() => void run()}>
        <GoogleLogo /> {children}
      </BusyButton>
      <div role="alert">{message ? <div className="alert alert-danger mt-3 mb-0">{message}</div> : null}</div>
    </div>
  );
}

function GoogleLogo() {
  return (
    <svg className="me-2" width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M45.100 24.500c0-1.600-.1-3.100-.4-4.500H24v8.500h11.800c-.5 2.800-2 5.100-4.400 6.700v5.500h7.100c4.200-3.800 6.600-9.500 6.600-16.200z"
      />
      <path
        fill="#34a853"
        d="M24 46c6 0 11-2 14.600-5.300l-7.100-5.500c-2 1.300-4.500 2.100-7.500 2.100-5.700 0-10.600-3.900-12.300-9.100H4.300v5.700C7.900 41.100 15.400 46 24 46z"
      />
      <path
        fill="#fbbc05"
        d="M11.700 28.200a13.200 13.200 0 0 1 0-8.400v-5.700H4.300a22 22 0 0 0 0 19.800z"
      />
      <path
        fill="#ea4335"
        d="M24 10.700c3.200 0 6.100 1.100 8.400 3.300l6.300-6.300C34.900 4.100 30 2 24 2 15.400 2 7.900 6.900 4.300 14.100l7.400 5.700c1.700-5.200 6.600-9.100 12.300-9.100z"
      />
    </svg>
  );
}
