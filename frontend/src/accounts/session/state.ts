import type { Role } from "../api";
import type { Identity, SignInMethod } from "../identity";

export interface CurrentUser {
  email: string;
  name: string;
  photo: string;
  emailVerified: boolean;
  signInMethods: readonly SignInMethod[];
}

/**
 * Why no user is logged in: there was no session, the user logged out or deleted the account, or the server rejected
 * the session (401 or 403).
 */
export type LogoutReason = "none" | "loggedOut" | "deleted" | "expired" | "forbidden";

export type SessionState =
  | { status: "loading" }
  | { status: "out"; reason: LogoutReason }
  | { status: "in"; user: CurrentUser; role: Role }
  | { status: "unreachable"; error: unknown };

/** What the site shows of an identity. */
export function currentUserOf(identity: Identity): CurrentUser {
  const { email, name, photo, emailVerified, signInMethods } = identity;
  return { email, name, photo, emailVerified, signInMethods };
}
