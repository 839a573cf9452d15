import { ApiError } from "../../shared/api/apiError";
import { type AuthSession, inTime, userChanged } from "../../shared/api/request";
import { removeKeptDrafts, setDraftOwner } from "../../shared/forms/drafts";
import { hasLink } from "../../shared/links";
import { ENDED_KEY, readStorage, TOKEN_KEY, writeStorage } from "../../shared/storage";
import { exchangeToken, fetchRole, saveUser, updateProfile } from "../api";
import { type Identity, loadForLogin, loadIdentityProvider, logOutAtProvider } from "../identity";
import { isTransient } from "../identityErrors";
import { completeRegistration } from "../login/registration";
import { AccountDeletion } from "../profile/accountDeletion";
import { forgetUser, type RememberedUser, rememberedUser, rememberUser } from "./rememberedUser";
import {
  type CurrentUser,
  currentUserOf,
  type LogoutReason,
  ObservableState,
  type SessionState,
} from "./sessionState";
import { haveSameUser } from "./siteToken";
import { StoredToken } from "./storedToken";

/**
 * The session of the current user: the identity at the provider, the site's token, and the role.
 *
 * After a reload the stored token and the remembered user are used at once, and verified meanwhile: see docs/adr/0026.
 */
export class Session implements AuthSession {
  private readonly observable = new ObservableState(
    readStorage(TOKEN_KEY) === null ? { status: "out", reason: "none" } : { status: "loading" },
  );
  /** Null while the user is not verified. */
  private identity: Identity | null = null;
  private stored = new StoredToken(() => void this.renewOrEnd());
  private remembered: RememberedUser | null = null;
  private verifying: Promise<void> | null = null;
  private renewing: Promise<string | null> | null = null;
  private deletion = new AccountDeletion();
  /** Increases whenever the user changes. Asynchronous work that began in an earlier generation discards its result. */
  private generation = 0;

  readonly snapshot = (): SessionState => this.observable.state;
  readonly subscribe = (listener: () => void): (() => void) => this.observable.subscribe(listener);

  readonly email = (): string | null => this.observable.user?.email ?? null;
  readonly login = (): number | null => (this.observable.user ? this.generation : null);
  readonly token = (): string | null => this.stored.value;

  /** Restores the session of the previous page load, if there was one. */
  async start(): Promise<void> {
    const token = readStorage(TOKEN_KEY);
    if (token === null) return;
    this.generation += 1;
    this.remembered = rememberedUser(token);
    if (this.remembered) {
      this.stored.set(token);
      this.publishUser(this.remembered);
    } else {
      this.observable.publish({ status: "loading" });
    }
    await this.verify().catch(() => {});
  }

  readonly verification = (): Promise<void> | null =>
    this.remembered ? inTime(this.verifying ?? this.verify()) : null;

  /** @throws ApiError or the identity provider's own error; then no user is logged in */
  async logIn(email: string, password: string): Promise<void> {
    const provider = await loadForLogin();
    await this.adoptNew(await provider.logIn(email, password));
  }

  /** @throws ApiError or the identity provider's own error; then no user is logged in */
  async logInWithGoogle(): Promise<void> {
    const provider = await loadForLogin();
    const identity = await provider.logInWithGoogle();
    const { email, photo } = identity;
    const name = hasLink(identity.name) ? "" : identity.name;
    await saveUser({ email, name, photo }, await identity.idToken(false));
    await this.adoptNew(identity);
  }

  /**
   * Changes the name or photo on the server and at the identity provider. Omitted properties stay.
   *
   * @throws ApiError or the identity provider's own error
   */
  async changeProfile(changes: { name?: string; photo?: string }): Promise<void> {
    await this.verified();
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
    await this.verified();
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
    await this.verified();
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
    await logOutAtProvider();
  }

  /**
   * Deletes the account of the current user, logs out in all tabs, and removes all drafts.
   *
   * @param password omitted for a user who signs in with Google
   * @throws ApiError or the identity provider's own error; the user is still logged in then
   */
  async deleteAccount(password?: string): Promise<void> {
    await this.verified();
    const generation = this.generation;
    await this.deletion.run(password);
    if (generation === this.generation) this.end("deleted");
  }

  readonly renew = (): Promise<string | null> => {
    if (this.renewing) return this.renewing;
    const renewing = this.exchangeFreshToken().finally(() => {
      if (this.renewing === renewing) this.renewing = null;
    });
    this.renewing = renewing;
    return renewing;
  };

  readonly end = (reason: LogoutReason): void => {
    writeStorage(ENDED_KEY, reason);
    writeStorage(ENDED_KEY, null);
    this.endHere(reason);
    // Also ends the session at the provider: otherwise the next page load would restore it and be rejected again.
    if (reason !== "none" && reason !== "loggedOut") logOutAtProvider().catch(() => {});
  };

  /** Adopts the token that another tab has stored, or has removed because of `reason`. */
  readonly syncToken = (token: string | null, reason: LogoutReason = "loggedOut"): void => {
    if (token === null) {
      if (this.observable.state.status !== "out") this.endHere(reason);
    } else if (token === this.stored.value) return;
    // The identity provider's record in this tab may still be the former user's: a new page reads it again.
    else if (this.observable.state.status === "out") location.reload();
    else if (this.stored.value === null) void this.start();
    else if (haveSameUser(token, this.stored.value)) this.stored.set(token);
    else location.reload();
  };

  /** Renews the token if it is due. */
  readonly renewIfDue = (): void => {
    if (this.stored.isDue) void this.renewOrEnd();
  };

  /** Starts or verifies the session when the network is back, if that was not possible before. */
  readonly reconnect = (): void => {
    if (this.observable.state.status === "unreachable") void this.start();
    else this.verification()?.catch(() => {});
  };

  stop(): void {
    this.stored.stop();
  }

  /** Ends the session in this tab. */
  private endHere(reason: LogoutReason): void {
    const { user } = this.observable;
    this.generation += 1;
    this.identity = this.remembered = this.renewing = null;
    this.deletion = new AccountDeletion();
    this.stored.set(null);
    forgetUser();
    if (reason === "deleted") {
      setDraftOwner(null);
      if (user) removeKeptDrafts(user.email);
    }
    this.observable.publish({ status: "out", reason });
  }

  /**
   * Authenticates the user of the stored token at the identity provider and on this site. Ends the session if one of
   * them refuses.
   *
   * @throws a transient error, if the remembered user could not be verified
   */
  private verify(): Promise<void> {
    const verifying = this.restore(this.generation).finally(() => {
      if (this.verifying === verifying) this.verifying = null;
    });
    this.verifying = verifying;
    return verifying;
  }

  /** Waits until the user is verified. @throws ApiError `superseded` if the user has changed meanwhile */
  private async verified(): Promise<void> {
    const generation = this.generation;
    await this.verification();
    if (generation !== this.generation) throw userChanged();
  }

  private async restore(generation: number): Promise<void> {
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

  /** Logs the identity in on this site, unless the generation has changed meanwhile. */
  private async adopt(identity: Identity, generation: number): Promise<void> {
    const user = currentUserOf(identity);
    if (this.differs(user)) return this.startOver();
    const token = await exchangeToken(identity.email, await identity.idToken(false));
    const role = await fetchRole(identity.email, token);
    if (generation !== this.generation) return;
    if (this.differs(user, role)) return this.startOver();
    this.identity = identity;
    this.remembered = null;
    this.stored.set(token);
    this.publishUser({ user, role });
  }

  /** Whether the remembered user has another profile or role than this one. */
  private differs(user: CurrentUser, role = this.remembered?.role): boolean {
    return this.remembered !== null && JSON.stringify({ user, role }) !== JSON.stringify(this.remembered);
  }

  /** Discards the remembered user and restores the session without one. */
  private async startOver(): Promise<void> {
    this.generation += 1;
    this.remembered = null;
    forgetUser();
    this.stored.forget();
    this.observable.publish({ status: "loading" });
    await this.restore(this.generation);
  }

  /** Publishes a changed identity of the same user, unless the generation has changed meanwhile. */
  private update(identity: Identity | null, generation: number): void {
    const { state } = this.observable;
    if (!identity || generation !== this.generation || state.status !== "in") return;
    this.identity = identity;
    this.publishUser({ user: currentUserOf(identity), role: state.role });
  }

  /** As adopt, for a new login: completes the registration first, and ends the session on failure. */
  private async adoptNew(identity: Identity): Promise<void> {
    const generation = ++this.generation;
    this.remembered = null;
    try {
      await this.adopt(await completeRegistration(identity), generation);
    } catch (error) {
      if (generation === this.generation) this.end("none");
      throw error;
    }
  }

  private async exchangeFreshToken(): Promise<string | null> {
    if (this.remembered) {
      await this.verification();
      return this.stored.value;
    }
    const identity = this.identity;
    const generation = this.generation;
    if (!identity) return null;
    try {
      const token = await exchangeToken(identity.email, await identity.idToken(true));
      if (generation !== this.generation) return null;
      this.stored.set(token);
      return token;
    } catch (error) {
      if (isTransient(error)) throw error;
      const isDeleted = error instanceof ApiError && error.code === "account_deleted";
      if (isDeleted && generation === this.generation) this.end("deleted");
      return null;
    }
  }

  private async renewOrEnd(): Promise<void> {
    const generation = this.generation;
    try {
      const token = await this.renew();
      if (token === null && generation === this.generation) this.end("expired");
    } catch {
      if (generation === this.generation) this.stored.retryLater();
    }
  }

  /**
   * Keeps the stored token after a transient error, so that the start can be retried; ends the session after any other.
   *
   * @throws the transient error, if the page is shown already, for the requests that wait for the verification
   */
  private handleStartError(error: unknown): void {
    if (!isTransient(error)) {
      this.end("expired");
    } else if (this.remembered) {
      this.stored.retryLater();
      throw error;
    } else {
      this.stored.forget();
      this.observable.publish({ status: "unreachable", error });
    }
  }

  /** Publishes that the user is logged in, and remembers the user if verified. */
  private publishUser({ user, role }: RememberedUser): void {
    setDraftOwner(user.email);
    if (this.remembered === null && this.stored.value) rememberUser({ user, role }, this.stored.value);
    this.observable.publish({ status: "in", user, role });
  }
}
