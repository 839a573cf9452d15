import type { Location, To } from "react-router-dom";
import { useLocation } from "react-router-dom";
import { pages } from "../shared/paths";

/** What the log-in and registration pages are told by the page that leads to them. */
export interface ArrivalState {
  /** Where to go back to after logging in. */
  from?: Partial<Location>;
  /** The e-mail address to begin with. */
  email?: string;
  /** Somebody has just registered; the verification mail is on its way. */
  registered?: boolean;
}

const ENTRANCES: readonly string[] = [pages.logIn, pages.register, pages.resetPassword];

/** What this page was told, and where to go once somebody is logged in. */
export function useArrival(): { told: ArrivalState; back: { to: To; state: unknown } } {
  const told = (useLocation().state ?? {}) as ArrivalState;
  const { from } = told;
  if (!from?.pathname || ENTRANCES.includes(from.pathname)) {
    return { told, back: { to: pages.home, state: null } };
  }
  const { pathname, search = "", hash = "", state = null } = from;
  return { told, back: { to: { pathname, search, hash }, state } };
}
