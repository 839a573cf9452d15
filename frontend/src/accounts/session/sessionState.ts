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

/** The state of the session, and its listeners. */
export class ObservableState {
  private listeners = new Set<() => void>();

  constructor(public state: SessionState) {}

  /** The user, if logged in. */
  get user(): CurrentUser | null {
    return this.state.status === "in" ? this.state.user : null;
  }

  /** Calls the listener after each change. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  publish(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

/** What the site shows of an identity. */
export function currentUserOf(identity: Identity): CurrentUser {
  const { email, name, photo, emailVerified, signInMethods } = identity;
  return { email, name, photo, emailVerified, signInMethods };
}
