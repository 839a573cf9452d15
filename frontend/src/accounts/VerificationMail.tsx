import { useState } from "react";
import { BusyButton } from "../shared/BusyButton";
import { explainIdentity } from "./providerErrors";
import { useSession } from "./SessionProvider";

const SENT = "The mail is on its way. Open the link in it, then come back here.";

/** A button that sends the verification mail again, to who has just been refused or is logged in. */
export function SendVerificationMail() {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const send = async () => {
    setBusy(true);
    try {
      await session.sendVerificationMail();
      setSaid(SENT);
    } catch (error) {
      setSaid(explainIdentity(error) ?? "");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void send()}>
        Send the verification mail again
      </BusyButton>
      <p className="mt-2 mb-0" role="status">
        {said}
      </p>
    </div>
  );
}
