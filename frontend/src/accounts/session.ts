import { ApiError } from "../shared/apiError";
import { setDraftOwner } from "../shared/drafts";
import type { AuthSession } from "../shared/request";
import { DELETED_KEY, readStorage, TOKEN_KEY, writeStorage } from "../shared/storage";
import { AccountDeletion } from "./accountDeletion";
import { exchangeToken, fetchRole, type Role, saveUser, updateProfile } from "./api";
import { type Identity, loadIdentityProvider, type SignInMethod } from "./identity";
import { isTransient } from "./identityErrors";
import { completeRegistration } from "./registration";
import { haveSameUser, msToRenewal } from "./siteToken";

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

const RETRY_RENEWAL_MS = 60_000;

/** The session of the current user: the identity at the provider, the site's token, and the role. */
export class Session implements AuthSession {
  private state: SessionState;
  private listeners = new Set<() => void>();
  private identity: Identity | null = null;
  private currentToken: string | null = null;
  private renewing: Promise<string | null> | null = null;
  private renewalTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the token is due for renewal, in milliseconds since 1970 by the clock of this device. */
  private renewAt = 0;
  private deletion = new AccountDeletion();
  /** Increases whenever the user changes. Asynchronous work that began in an earlier generation discards its result. */
  private generation = 0;

  constructor() {
    this.state = readStorage(TOKEN_KEY) === null ? { status: "out", reason: "none" } : { status: "loading" };
  }

  readonly snapshot = (): SessionState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly email = (): string | null => this.identity?.email ?? null;
  readonly token = (): string | null => this.currentToken;

  /** Restores the session of the previous page load, if there was one. */
  async start(): Promise<void> {
    if (readStorage(TOKEN_KEY) === null) return;
    const generation = ++this.generation;
    this.publish({ status: "loading" });
    try {
      const provider = await loadIdentityProvider();
      const identity = await provider.restoreUser();
      if (generation !== this.generation) return;
      if (identity) await this.adopt(identity, generation);
      else this.end("none");
    } catch (error) {
      if (generation === this.generation) this.handleStartError(error);
    }
  }

  /** @throws ApiError or the identity provider's own error; then no user is logged in */
  async logIn(email: string, password: string): Promise<void> {
    const provider = await loadIdentityProvider();
    await this.adoptNew(await provider.logIn(email, password));
  }

  /** @throws ApiError or the identity provider's own error; then no user is logged in */
  async logInWithGoogle(): Promise<void> {
    const provider = await loadIdentityProvider();
    const identity = await provider.logInWithGoogle();
    const { email, name, photo } = identity;
    await saveUser({ email, name, photo }, await identity.idToken(false));
    await this.adoptNew(identity);
  }

  /**
   * Changes the name or photo on the server and at the identity provider. Omitted properties stay.
   *
   * @throws ApiError or the identity provider's own error
   */
  async changeProfile(changes: { name?: string; photo?: string }): Promise<void> {
    const generation = this.generation;
    const provider = await loadIdentityProvider();
    await updateProfile(changes);
    this.update(await provider.changeProfile(changes), generation);
  }

  /**
   * Fetches the user again from the identity provider and exchanges a new token, in case the address was verified meanwhile.
   *
   * @throws ApiError or the identity provider's own error
   */
  async reloadUser(): Promise<void> {
    const generation = this.generation;
    if (this.identity === null) return;
    const provider = await loadIdentityProvider();
    const identity = await provider.reloadUser();
    if (!identity || generation !== this.generation) return;
    await identity.idToken(true);
    await this.adopt(identity, generation);
  }

  /** Sends the verification e-mail to the user, who may have failed to log in because of the unverified address. */
  async sendVerificationEmail(): Promise<void> {
    const provider = await loadIdentityProvider();
    await provider.sendVerificationEmail();
  }

  /**
   * Logs out in this tab and all others.
   *
   * @throws the identity provider's own error; the user is logged out of this site nevertheless
   */
  async logOut(): Promise<void> {
    setDraftOwner(null);
    this.end("loggedOut");
    const provider = await loadIdentityProvider();
    await provider.logOut();
  }

  /**
   * Deletes the account of the current user, logs out in all tabs, and removes all drafts.
   *
   * @param password omitted for a user who signs in with Google
   * @throws ApiError or the identity provider's own error; the user is still logged in then
   */
  async deleteAccount(password?: string): Promise<void> {
    await this.deletion.run(password);
    writeStorage(DELETED_KEY, "now");
    writeStorage(DELETED_KEY, null);
    this.endAfterDeletion();
  }

  /** Ends the session after the account was deleted, in this tab or another. */
  readonly endAfterDeletion = (): void => {
    setDraftOwner(null);
    this.end("deleted");
  };

  readonly renew = (): Promise<string | null> => {
    this.renewing ??= this.exchangeFreshToken().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  };

  readonly end = (reason: LogoutReason): void => {
    this.generation += 1;
    this.identity = null;
    this.deletion = new AccountDeletion();
    this.setToken(null);
    this.publish({ status: "out", reason });
    // Also ends the session at the provider: otherwise the next page load would restore it and be rejected again.
    if (reason !== "none" && reason !== "loggedOut") void this.logOutAtProvider();
  };

  /** Adopts the token that another tab has stored or removed. */
  readonly syncToken = (stored: string | null): void => {
    if (stored === this.currentToken) return;
    if (stored === null) this.end("loggedOut");
    else if (this.currentToken === null) void this.start();
    else if (haveSameUser(stored, this.currentToken)) this.setToken(stored);
    else location.reload();
  };

  /** Renews the token if it is due: timers do not run while the device sleeps. */
  readonly renewIfDue = (): void => {
    if (this.currentToken !== null && Date.now() >= this.renewAt) void this.renewOrEnd();
  };

  /** Starts the session when the network is back, if it could not be started before. */
  readonly reconnect = (): void => {
    if (this.state.status === "unreachable") void this.start();
  };

  stop(): void {
    clearTimeout(this.renewalTimer);
  }

  /** Logs the identity in on this site, unless the generation has changed meanwhile. */
  private async adopt(identity: Identity, generation: number): Promise<void> {
    const token = await exchangeToken(identity.email, await identity.idToken(false));
    if (generation !== this.generation) return;
    this.identity = identity;
    this.setToken(token);
    const role = await fetchRole(identity.email);
    if (generation !== this.generation) return;
    setDraftOwner(identity.email);
    this.publish({ status: "in", user: currentUserOf(identity), role });
  }

  /** Publishes a changed identity of the same user, unless the generation has changed meanwhile. */
  private update(identity: Identity | null, generation: number): void {
    if (!identity || generation !== this.generation || this.state.status !== "in") return;
    this.identity = identity;
    this.publish({ ...this.state, user: currentUserOf(identity) });
  }

  /** As adopt, for a new login: completes the registration first, and ends the session on failure. */
  private async adoptNew(identity: Identity): Promise<void> {
    const generation = ++this.generation;
    try {
      await this.adopt(await completeRegistration(identity), generation);
    } catch (error) {
      if (generation === this.generation) this.end("none");
      throw error;
    }
  }

  private async exchangeFreshToken(): Promise<string | null> {
    const identity = this.identity;
    const generation = this.generation;
    if (!identity) return null;
    try {
      const token = await exchangeToken(identity.email, await identity.idToken(true));
      if (generation !== this.generation) return null;
      this.setToken(token);
      return token;
    } catch (error) {
      if (isTransient(error)) throw error;
      if (error instanceof ApiError && error.code === "account_deleted") this.endAfterDeletion();
      return null;
    }
  }

  private async renewOrEnd(): Promise<void> {
    const generation = this.generation;
    try {
      const token = await this.renew();
      if (token === null && generation === this.generation) this.end("expired");
    } catch {
      if (generation === this.generation)
        this.renewalTimer = setTimeout(() => void this.renewOrEnd(), RETRY_RENEWAL_MS);
    }
  }

  /** Keeps the stored token after a transient error, so that the start can be retried; ends the session after any other. */
  private handleStartError(error: unknown): void {
    if (isTransient(error)) {
      this.identity = null;
      this.currentToken = null;
      this.publish({ status: "unreachable", error });
    } else {
      this.end("expired");
    }
  }

  private setToken(token: string | null): void {
    clearTimeout(this.renewalTimer);
    this.currentToken = token;
    writeStorage(TOKEN_KEY, token);
    if (token === null) return;
    const interval = msToRenewal(token);
    this.renewAt = Date.now() + interval;
    this.renewalTimer = setTimeout(() => void this.renewOrEnd(), interval);
  }

  private async logOutAtProvider(): Promise<void> {
    try {
      const provider = await loadIdentityProvider();
      await provider.logOut();
    } catch {
      // The stored token is removed already, so the next page load does not restore the session.
    }
  }

  private publish(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

function currentUserOf({ email, name, photo, emailVerified, signInMethods }: Identity): CurrentUser {
  return { email, name, photo, emailVerified, signInMethods };
}
