import Button from "react-bootstrap/Button";
import { Link, useLocation } from "react-router-dom";
import { Dialog } from "../shared/Dialog";
import { pages } from "../shared/paths";
import type { CampClass } from "./api";

/** Asks a visitor to log in before selecting a class. After the login, the class is selected. */
export function LoginDialog({ campClass, close }: { campClass: CampClass | null; close: () => void }) {
  const { pathname, search, hash } = useLocation();
  const from = {
    pathname,
    search,
    hash,
    state: { classId: campClass?._id, nameClass: campClass?.nameClass },
  };
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
      title="Please Login at First to Select this Class"
      open={campClass !== null}
      close={close}
      actions={actions}
    >
      <p className="mb-0">
        Log in or register, and we'll bring you right back here with {campClass?.nameClass} selected.
      </p>
    </Dialog>
  );
}
