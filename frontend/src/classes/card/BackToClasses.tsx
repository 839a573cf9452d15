import { useSessionState } from "../../accounts/session/SessionProvider";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";

export function useIsAdmin(): boolean {
  const session = useSessionState();
  return session.status === "in" && session.role === "admin";
}

/** Leads to the user's list of classes. */
export function BackToClasses() {
  return useIsAdmin() ? (
    <BackLink to={pages.manageClasses}>Manage Classes</BackLink>
  ) : (
    <BackLink to={pages.myClasses}>My Classes</BackLink>
  );
}
