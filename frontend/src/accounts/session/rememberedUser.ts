/** The user of the previous page load, so that a reload can show the page before the user is verified. See docs/adr/0026. */
import { readStorage, USER_KEY, writeStorage } from "../../shared/storage";
import type { Role } from "../api";
import { hasExpired, userIdOf } from "./siteToken";
import type { CurrentUser } from "./state";

export interface RememberedUser {
  user: CurrentUser;
  role: Role;
}

/** What is stored. The id decides whether it belongs to a token. */
interface StoredUser extends RememberedUser {
  id: string;
}

/** Stores the verified user of the token. */
export function rememberUser({ user, role }: RememberedUser, token: string): void {
  const id = userIdOf(token);
  if (id !== null) writeStorage(USER_KEY, JSON.stringify({ id, user, role } satisfies StoredUser));
}

export function forgetUser(): void {
  writeStorage(USER_KEY, null);
}

/** The user of the token; null if unknown, or if the token has expired by the clock of this device and must not have. */
export function rememberedUser(token: string, mayHaveExpired: boolean): RememberedUser | null {
  const stored = readStoredUser();
  if (stored === null || stored.id !== userIdOf(token)) return null;
  if (hasExpired(token) && !mayHaveExpired) return null;
  return { user: stored.user, role: stored.role };
}

/** Null if nothing is stored, or something else: another version of the site may have written it. */
function readStoredUser(): StoredUser | null {
  try {
    const stored = JSON.parse(readStorage(USER_KEY) ?? "null") as StoredUser | null;
    const isComplete = stored?.role && stored.user.email && Array.isArray(stored.user.signInMethods);
    return isComplete ? stored : null;
  } catch {
    return null;
  }
}
