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

/** What a visitor asked for before the login: to select a class, or a place on its waitlist. */
export type Wish = "select" | "wait";

/** The router state of the page to which the login leads back. */
export interface WishedClass {
  classId: string;
  nameClass: string;
  wish: Wish;
}

const AUTH_PAGES: readonly string[] = [pages.logIn, pages.register, pages.resetPassword];

/** The class that is selected, or for which the user waits, after the login; null if there is none. */
export function useWishedClass(): WishedClass | null {
  return wishedClassIn(useReturnTo().returnTo.state);
}

/** The class in a router state; null if there is none. */
export function wishedClassIn(state: unknown): WishedClass | null {
  const { classId, nameClass, wish } = (state ?? {}) as { [name in keyof WishedClass]?: unknown };
  if (typeof classId !== "string") return null;
  return {
    classId,
    nameClass: typeof nameClass === "string" ? nameClass : "",
    wish: wish === "wait" ? "wait" : "select",
  };
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
