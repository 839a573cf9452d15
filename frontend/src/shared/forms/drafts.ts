/**
 * Form values that a user had typed. By default those at the end of a session: they are kept per tab, and restored only to
 * the same user. A long form keeps them on the device.
 */
import { currentUserEmail } from "../api/request";
import { keepInStorage, readKept, writeStorage } from "../storage";

const PREFIX = "draft:";
const OWNER_KEY = "draft-owner";

export type Draft = Record<string, unknown>;

/** The draft of the form for a new account, which has no owner yet. The login of another user and the logout remove it. */
export const REGISTRATION_DRAFT = "new-account";

/** Saves the values of the form `name`, if the drafts have an owner. */
export function saveDraft(name: string, values: Draft): void {
  withStorage((storage) => {
    // A form that unmounts because of a logout must not leave a draft behind.
    if (storage.getItem(OWNER_KEY) !== null || name === REGISTRATION_DRAFT)
      storage.setItem(PREFIX + name, JSON.stringify(values));
  });
}

/** Whether there is a draft of the form `name`. */
export function hasDraft(name: string): boolean {
  return withStorage((storage) => storage.getItem(PREFIX + name) !== null) ?? false;
}

/** The draft of the form `name`, or null. */
export function draftOf(name: string): Draft | null {
  return withStorage((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? "null") as Draft | null);
}

/** Removes the draft of the form `name`, once it is shown. */
export function removeDraft(name: string): void {
  withStorage((storage) => storage.removeItem(PREFIX + name));
}

/** Returns the draft of the form `name`, or null, and removes it. */
export function takeDraft(name: string): Draft | null {
  const draft = draftOf(name);
  removeDraft(name);
  return draft;
}

/** Sets the user whose drafts this tab keeps. Removes the drafts of any other user; null removes all drafts. */
export function setDraftOwner(email: string | null): void {
  withStorage((storage) => {
    if (email !== null && storage.getItem(OWNER_KEY) === email) return;
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    if (email === null) storage.removeItem(OWNER_KEY);
    else storage.setItem(OWNER_KEY, email);
  });
}

/** The user whose session has ended in this tab without a logout, or who is logged in; null for nobody. */
export function draftOwner(): string | null {
  return withStorage((storage) => storage.getItem(OWNER_KEY));
}

const KEPT_DAYS = 30;

/** Keeps the values of the form `name` for the current user on this device; null removes them. Returns whether that succeeded. */
export function keepDraft(name: string, values: Draft | null): boolean {
  const key = keptKey(name);
  if (key === null) return false;
  return values === null ? writeStorage(key, null) : keepInStorage(key, values, KEPT_DAYS);
}

/** Returns what keepDraft has kept of the form `name` in the last 30 days, or null. */
export function keptDraft(name: string): Draft | null {
  const key = keptKey(name);
  return key === null ? null : (readKept(key) as Draft | null);
}

/** Removes all that keepDraft has kept for a user on this device. */
export function removeKeptDrafts(email: string): void {
  withStorage((storage) => {
    const prefix = `${PREFIX}${email}:`;
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  }, "local");
}

function keptKey(name: string): string | null {
  const email = currentUserEmail();
  return email === null ? null : `${PREFIX}${email}:${name}`;
}

function withStorage<T>(use: (storage: Storage) => T, kind: "session" | "local" = "session"): T | null {
  try {
    return use(kind === "session" ? sessionStorage : localStorage);
  } catch {
    return null;
  }
}
