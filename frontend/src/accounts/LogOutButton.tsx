import { useLocation, useNavigate } from "react-router-dom";
import { errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { pages } from "../shared/paths";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { useSession } from "./SessionProvider";

/** Logs out, shows a toast, and goes to the login page. */
export function LogOutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toast = useToast();
  const { run, busy } = useAction(async () => {
    try {
      await session.logOut();
      toast("User is successfully logged out");
    } catch (error) {
      const message = "You're logged out here, but we couldn't finish logging you out everywhere.";
      toast(`${message} ${errorMessage(error)}`, "error");
    }
    // A private page has already been replaced by the login page.
    navigate(pages.logIn, { replace: pathname.startsWith(pages.dashboard) });
  });
  return (
    <BusyButton variant="outline-secondary" busy={busy} onClick={() => void run()}>
      Log Out
    </BusyButton>
  );
}
