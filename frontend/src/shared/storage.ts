/**
 * The browser's local storage, which may be forbidden or full: what cannot be kept is simply not remembered.
 */
export const THEME_KEY = "theme";
export const TOKEN_KEY = "access-token";
/** Stands there for a moment only, so that the other tabs hear of it. */
export const DELETED_KEY = "account-deleted";

/** What is kept under `key`, or null. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`; null takes it away. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; the page works without.
  }
}
