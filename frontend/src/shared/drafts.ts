/**
 * What somebody had typed when their session ended, for this tab only. It goes back to the same person alone.
 */
const PREFIX = "draft:";
const OWNER = "draft-owner";

export type Draft = Record<string, unknown>;

/** Keeps what was typed into the form `name`; nothing once the drafts were thrown away. */
export function keepDraft(name: string, values: Draft): void {
  withStorage((storage) => {
    // A form that is taken away by logging out would leave its draft behind.
    if (storage.getItem(OWNER) !== null) storage.setItem(PREFIX + name, JSON.stringify(values));
  });
}

/** Whether something typed into the form `name` waits there. */
export function hasDraft(name: string): boolean {
  return withStorage((storage) => storage.getItem(PREFIX + name) !== null) ?? false;
}

/** What was typed into the form `name`, once; it is gone afterwards. */
export function takeDraft(name: string): Draft | null {
  return withStorage((storage) => {
    const text = storage.getItem(PREFIX + name);
    storage.removeItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as Draft);
  });
}

/** Says whose drafts the tab keeps from now on; somebody else's are thrown away, and all with null. */
export function ownDrafts(email: string | null): void {
  withStorage((storage) => {
    if (email !== null && storage.getItem(OWNER) === email) return;
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    if (email === null) storage.removeItem(OWNER);
    else storage.setItem(OWNER, email);
  });
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
