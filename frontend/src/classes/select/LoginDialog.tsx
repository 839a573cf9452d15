import Button from "react-bootstrap/Button";
import { Link, useLocation } from "react-router-dom";
import { Dialog } from "../../shared/components/Dialog";
import { pages } from "../../shared/paths";
import { pendingSelectionOf, type Question } from "./useClassSelection";

const TITLES = {
  select: "Please Login at First to Select this Class",
  joinWaitlist: "Please log in to join the waitlist",
};

interface LoginDialogProps {
  /** Null while the dialog is closed. */
  question: Question | null;
  close: () => void;
}

/** Asks a visitor to log in before selecting a class or joining its waitlist. That happens after the login. */
export function LoginDialog({ question, close }: LoginDialogProps) {
  const { pathname, search, hash } = useLocation();
  const from = { pathname, search, hash, state: question && pendingSelectionOf(question) };
  const actions = (
    <>
      <Button variant="outline-secondary" onClick={close}>
        Cancel
      </Button>
      <Link className="btn btn-primary" to={pages.logIn} state={{ from }}>
        Login Now!
      </Link>
    </>
  );
  return (
    <Dialog
      title={TITLES[question?.action ?? "select"]}
      open={question !== null}
      close={close}
      actions={actions}
    >
      <p>{question ? outcomeText(question) : null}</p>
      <p className="mb-0">
        New here?{" "}
        <Link to={pages.register} state={{ from }}>
          Register
        </Link>
      </p>
    </Dialog>
  );
}

function outcomeText({ campClass: { nameClass }, action }: Question): string {
  return action === "select"
    ? `Log in or register, and we'll bring you right back here with ${nameClass} selected.`
    : `Log in or register, and we'll bring you right back here and put you on the waitlist for ${nameClass}.`;
}
