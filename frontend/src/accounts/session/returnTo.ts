import type { Location, To } from "react-router-dom";
import { useLocation } from "react-router-dom";
import { pages } from "../../shared/paths";
import { keepInStorage, PAGE_KEY, readKept, writeStorage } from "../../shared/storage";

/** The router state of the login and registration pages, set by the page that leads to them. */
interface AuthPageState {
  /** Where to return after logging in. */
  from?: Partial<Location>;
  /** The initial value of the e-mail input. */
  email?: string;
  /** The user has just registered, and the verification e-mail is on its way. */
  registered?: boolean;
}

/** What a user can do to get a seat in a class. */
export type SelectionAction = "select" | "joinWaitlist";

/** What a visitor wanted to do before the login: the router state of the page to which the login leads back. */
export interface PendingSelection {
  classId: string;
  nameClass: string;
  action: SelectionAction;
}

const AUTH_PAGES: readonly string[] = [pages.logIn, pages.register, pages.resetPassword];

/** What happens after the login; null for nothing. */
export function usePendingSelection(): PendingSelection | null {
  return pendingSelectionIn(useReturnTo().returnTo.state);
}

/** The pending selection in a router state; null if there is none. */
export function pendingSelectionIn(state: unknown): PendingSelection | null {
  const { classId, nameClass, action } = (state ?? {}) as { [name in keyof PendingSelection]?: unknown };
  if (typeof classId !== "string") return null;
  return {
    classId,
    nameClass: typeof nameClass === "string" ? nameClass : "",
    action: action === "joinWaitlist" ? "joinWaitlist" : "select",
  };
}

/** Remembers a page on this device for a day, because the link that verifies an address opens a new tab. */
export function rememberPage(from: Partial<Location>): void {
  keepInStorage(PAGE_KEY, from, 1);
}

/** Remembers the page on which a visitor has chosen a class, if one has led here. */
export function rememberChoice(from: AuthPageState["from"]): void {
  if (from && pendingSelectionIn(from.state) !== null) rememberPage(from);
}

export function forgetPage(): void {
  writeStorage(PAGE_KEY, null);
}

/**
 * The state of this page, and where to return after logging in: to the page that led here, else to the page that is
 * remembered on this device, else to the home page.
 */
export function useReturnTo(): { state: AuthPageState; returnTo: { to: To; state: unknown } } {
  const pageState = (useLocation().state ?? {}) as AuthPageState;
  const led = pageState.from;
  const from =
    led?.pathname && led.pathname !== pages.home
      ? led
      : ((readKept(PAGE_KEY) as Partial<Location> | null) ?? led);
  if (!from?.pathname || AUTH_PAGES.includes(from.pathname)) {
    return { state: pageState, returnTo: { to: pages.home, state: null } };
  }
  const { pathname, search = "", hash = "", state = null } = from;
  return { state: pageState, returnTo: { to: { pathname, search, hash }, state } };
}
