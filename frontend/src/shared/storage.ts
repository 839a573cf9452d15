/**
 * The browser's local storage, which may be forbidden or full: what cannot be kept is simply not remembered.
 */
export const THEME_KEY = "theme";
export const TOKEN_KEY = "access-token";

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
