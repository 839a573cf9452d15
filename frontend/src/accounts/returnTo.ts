import type { Location, To } from "react-router-dom";
import { useLocation } from "react-router-dom";
import { pages } from "../shared/paths";

/** The router state of the login and registration pages, set by the page that leads to them. */
interface AuthPageState {
  /** Where to return after logging in. */
  from?: Partial<Location>;
  /** The initial value of the e-mail input. */
  email?: string;
  /** The user has just registered, and the verification e-mail is on its way. */
  registered?: boolean;
}

const AUTH_PAGES: readonly string[] = [pages.logIn, pages.register, pages.resetPassword];

/** The name of the class that is selected after the login; null if none waits. */
export function useWaitingClass(): string | null {
  const { returnTo } = useReturnTo();
  const { nameClass } = (returnTo.state ?? {}) as { nameClass?: unknown };
  return typeof nameClass === "string" ? nameClass : null;
}

/** The state of this page, and where to return after logging in: the home page by default. */
export function useReturnTo(): { state: AuthPageState; returnTo: { to: To; state: unknown } } {
  const pageState = (useLocation().state ?? {}) as AuthPageState;
  const { from } = pageState;
  if (!from?.pathname || AUTH_PAGES.includes(from.pathname)) {
    return { state: pageState, returnTo: { to: pages.home, state: null } };
  }
  const { pathname, search = "", hash = "", state = null } = from;
  return { state: pageState, returnTo: { to: { pathname, search, hash }, state } };
}
