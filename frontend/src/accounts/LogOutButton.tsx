import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { pages } from "../shared/paths";
import { useSay } from "../shared/Toasts";
import { useSession } from "./SessionProvider";

/** Logs out, says so, and goes to /login. */
export function LogOutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await session.logOut();
      say("User is successfully logged out");
    } catch (error) {
      say(`You are logged out of this site, but not of your identity provider. ${explain(error)}`, "error");
    }
    navigate(pages.logIn);
  };
  return (
    <BusyButton variant="outline-secondary" busy={busy} onClick={() => void leave()}>
      Log Out
    </BusyButton>
  );
}
