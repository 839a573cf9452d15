/** Access to localStorage that never throws: a browser may forbid it, or it may be full. */
export const THEME_KEY = "theme";
export const TOKEN_KEY = "access-token";
/** The user of the token, as the page shows it. */
export const USER_KEY = "current-user";
/** The page on which a login or the verification of the address interrupted the user. */
export const PAGE_KEY = "interrupted-page";
/** The time of the refused e-mail whose notice the user has closed. */
export const REFUSAL_KEY = "closed-refusal";
/**
 * Why the session ends. Written and cleared just before the token is removed, so that the storage event of the other tabs
 * arrives before the event of the token.
 */
export const ENDED_KEY = "session-ended";
/** How many events of the page Today wait to be sent. */
export const UNSENT_KEY = "unsent";

/** The databases of the page Today: the list of the day, and the events that wait to be sent. */
export const TODAY_LIST = "today-list";
export const TODAY_QUEUE = "today-queue";

/** The value of `key`, or null. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Sets `key` to `value`; null removes it. Returns whether that succeeded. The site works without storage. */
export function writeStorage(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

interface KeptValue {
  keptUntil: number;
  value: unknown;
}

/** Keeps a value for some days. Returns whether that succeeded. */
export function keepInStorage(key: string, value: unknown, days: number): boolean {
  const kept: KeptValue = { keptUntil: Date.now() + days * DAY_MS, value };
  return writeStorage(key, JSON.stringify(kept));
}

/** The value that keepInStorage has kept, or null. Removes it if it has expired. */
export function readKept(key: string): unknown {
  const text = readStorage(key);
  if (!text?.startsWith('{"keptUntil":')) return null;
  const { keptUntil, value } = JSON.parse(text) as KeptValue;
  if (keptUntil > Date.now()) return value;
  writeStorage(key, null);
  return null;
}

/** Removes the kept values that have expired, such as the drafts of a user who doesn't come back. */
export function removeExpired(): void {
  try {
    for (const key of Object.keys(localStorage)) readKept(key);
  } catch {
    // The browser forbids the storage.
  }
}

/** Deletes the list of the day from this device; with `all` also what was not sent yet. */
export function deleteToday(all: boolean): void {
  try {
    indexedDB.deleteDatabase(TODAY_LIST);
    if (all) {
      indexedDB.deleteDatabase(TODAY_QUEUE);
      writeStorage(UNSENT_KEY, null);
    }
  } catch {
    // The browser forbids the storage.
  }
}
