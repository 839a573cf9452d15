import Button from "react-bootstrap/Button";
import { useLocation, useNavigate } from "react-router-dom";
import { errorMessage } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import { pages } from "../../shared/paths";
import { readStorage, UNSENT_KEY } from "../../shared/storage";
import { useSession } from "./SessionProvider";

/** Logs out, shows a toast, and goes to the login page. */
export function LogOutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toast = useToast();
  const logOut = () => {
    const unsent = readStorage(UNSENT_KEY);
    if (unsent !== null && !confirm(`Not sent yet from Today: ${unsent}. Log out anyway, and lose it?`))
      return;
    // Does not wait for the identity provider, which may not have started yet.
    session.logOut().catch((error: unknown) => {
      const message = "You're logged out here, but we couldn't finish logging you out everywhere.";
      toast(`${message} ${errorMessage(error)}`, "error");
    });
    toast("User is successfully logged out");
    // A private page has already been replaced by the login page.
    navigate(pages.logIn, { replace: pathname.startsWith(pages.dashboard) });
  };
  return (
    <Button variant="outline-secondary" onClick={logOut}>
      Log Out
    </Button>
  );
}
