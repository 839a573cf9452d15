/** Form values that a user had typed when the session ended. They are kept per tab, and restored only to the same user. */
const PREFIX = "draft:";
const OWNER_KEY = "draft-owner";

export type Draft = Record<string, unknown>;

/** Saves the values of the form `name`, if the drafts have an owner. */
export function saveDraft(name: string, values: Draft): void {
  withStorage((storage) => {
    // A form that unmounts because of a logout must not leave a draft behind.
    if (storage.getItem(OWNER_KEY) !== null) storage.setItem(PREFIX + name, JSON.stringify(values));
  });
}

/** Whether there is a draft of the form `name`. */
export function hasDraft(name: string): boolean {
  return withStorage((storage) => storage.getItem(PREFIX + name) !== null) ?? false;
}

/** Returns the draft of the form `name`, or null, and removes it. */
export function takeDraft(name: string): Draft | null {
  return withStorage((storage) => {
    const text = storage.getItem(PREFIX + name);
    storage.removeItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as Draft);
  });
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

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
