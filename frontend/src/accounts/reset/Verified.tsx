import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { forgetPage, useReturnTo } from "../session/returnTo";
import { useSessionState } from "../session/SessionProvider";

/** Says that the address is verified, and leads back to what was interrupted, if need be through the login. */
export function Verified() {
  const loggedIn = useSessionState().status === "in";
  const { returnTo } = useReturnTo();
  return (
    <>
      <p className="alert alert-success">Your email address is verified. Thank you!</p>
      {loggedIn ? (
        <Link className="btn btn-primary" to={returnTo.to} state={returnTo.state} onClick={forgetPage}>
          Continue
        </Link>
      ) : (
        <Link className="btn btn-primary" to={pages.logIn}>
          Log in to continue
        </Link>
      )}
    </>
  );
}
