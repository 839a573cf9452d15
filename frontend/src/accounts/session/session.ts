import type { AuthSession } from "../../shared/api/request";
import { setDraftOwner } from "../../shared/forms/drafts";
import { hasLink } from "../../shared/links";
import { deleteToday, ENDED_KEY, PAGE_KEY, writeStorage } from "../../shared/storage";
import { saveUser, updateProfile } from "../api";
import { type Identity, loadForLogin, loadIdentityProvider, logOutAtProvider } from "../identity";
import { AccountDeletion } from "./accountDeletion";
import { CurrentLogin } from "./currentLogin";
import { completeRegistration } from "./registration";
import { haveSameUser } from "./siteToken";
import type { LogoutReason, SessionState } from "./state";
import { TokenRenewal } from "./tokenRenewal";
import { Verification } from "./verification";

/** The session of the current user, as pages and requests use it. */
export class Session implements AuthSession {
  private readonly current = new CurrentLogin(() => void this.renewal.renewOrEnd());
  private readonly verifying = new Verification(this.current, (reason) => this.end(reason));
  private readonly renewal = new TokenRenewal(this.current, this.verifying, (reason) => this.end(reason));
  private deletion = new AccountDeletion();

  readonly snapshot = (): SessionState => this.current.state;
  readonly subscribe = (listener: () => void): (() => void) => this.current.subscribe(listener);
  readonly email = (): string | null => this.current.user?.email ?? null;
  readonly login = (): number | null => (this.current.user ? this.current.number : null);
  readonly token = (): string | null => this.current.token.value;
  readonly verification = (): Promise<void> | null => this.verifying.pending();
  readonly renew = (): Promise<string | null> => this.renewal.renew();

  /** Restores the session of the previous page load, if there was one. */
  start(): Promise<void> {
    return this.verifying.start();
  }

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
    await this.verifying.done();
    const { number } = this.current;
    const provider = await loadIdentityProvider();
    await updateProfile(changes);
    this.current.update(await provider.changeProfile(changes), number);
  }

  /**
   * Fetches the user again from the identity provider and exchanges a new token, in case the address was verified meanwhile.
   *
   * @throws ApiError or the identity provider's own error
   */
  async reloadUser(): Promise<void> {
    await this.verifying.done();
    const { number } = this.current;
    if (this.current.identity === null) return;
    const provider = await loadIdentityProvider();
    const identity = await provider.reloadUser();
    if (!identity || number !== this.current.number) return;
    await identity.idToken(true);
    await this.verifying.adopt(identity, number);
  }

  /** Sends the verification e-mail to the user, who may have failed to log in because of the unverified address. */
  async sendVerificationEmail(): Promise<void> {
    await this.verifying.done();
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
    writeStorage(PAGE_KEY, null);
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
    await this.verifying.done();
    const { number } = this.current;
    await this.deletion.run(password);
    if (number === this.current.number) this.end("deleted");
  }

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
      if (this.current.state.status !== "out") this.endHere(reason);
    } else if (token === this.current.token.value) return;
    // The identity provider's record in this tab may still be the former user's: a new page reads it again.
    else if (this.current.state.status === "out") location.reload();
    else if (this.current.token.value === null) void this.start();
    else if (haveSameUser(token, this.current.token.value)) this.current.token.set(token);
    else location.reload();
  };

  /** Renews the token if it is due. */
  readonly renewIfDue = (): void => {
    if (this.current.token.isDue) void this.renewal.renewOrEnd();
  };

  /** Starts or verifies the session when the network is back, if that was not possible before. */
  readonly reconnect = (): void => {
    if (this.current.state.status === "unreachable") void this.start();
    else this.verification()?.catch(() => {});
  };

  stop(): void {
    this.current.token.stop();
  }

  /** Ends the session in this tab. */
  private endHere(reason: LogoutReason): void {
    this.deletion = new AccountDeletion();
    this.renewal.forget();
    this.current.end(reason);
    deleteToday(reason === "loggedOut" || reason === "deleted");
  }

  /** Logs the identity in on this site, after completing its registration. Ends the session on failure. */
  private async adoptNew(identity: Identity): Promise<void> {
    const number = ++this.current.number;
    this.current.remembered = null;
    try {
      await this.verifying.adopt(await completeRegistration(identity), number);
    } catch (error) {
      if (number === this.current.number) this.end("none");
      throw error;
    }
  }
}
