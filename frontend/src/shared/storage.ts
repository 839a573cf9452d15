/** Access to localStorage that never throws: a browser may forbid it, or it may be full. */
export const THEME_KEY = "theme";
export const TOKEN_KEY = "access-token";
/** The user of the token, as the page shows it. */
export const USER_KEY = "current-user";
/** The class that a visitor chose, and the page where. */
export const CHOICE_KEY = "chosen-class";
/** The time of the refused e-mail whose notice the user has closed. */
export const REFUSAL_KEY = "closed-refusal";
/**
 * Why the session ends. Written and cleared just before the token is removed, so that the storage event of the other tabs
 * arrives before the event of the token.
 */
export const ENDED_KEY = "session-ended";

/** The value of `key`, or null. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Sets `key` to `value`; null removes it. */
export function writeStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The site works without storage.
  }
}
