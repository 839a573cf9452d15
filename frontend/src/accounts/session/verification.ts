import { inTime, userChanged } from "../../shared/api/request";
import { readStorage, TOKEN_KEY } from "../../shared/storage";
import { exchangeToken, fetchRole } from "../api";
import { type Identity, loadIdentityProvider } from "../identity";
import { isTransient } from "../identityErrors";
import type { CurrentLogin } from "./currentLogin";
import { saysVerified } from "./siteToken";
import { type CurrentUser, currentUserOf, type LogoutReason } from "./state";

/**
 * Verifies who is logged in, at the identity provider and on this site. After a reload the stored token and the remembered
 * user are used at once, and verified meanwhile: see docs/adr/0026.
 */
export class Verification {
  private running: Promise<void> | null = null;

  /** @param end ends the session in all tabs */
  constructor(
    private readonly login: CurrentLogin,
    private readonly end: (reason: LogoutReason) => void,
  ) {}

  /** Restores the session of the previous page load, if there was one. */
  async start(): Promise<void> {
    const token = readStorage(TOKEN_KEY);
    if (token === null) return;
    this.login.restore(token);
    await this.verify().catch(() => {});
  }

  /** Resolves when the remembered user is verified. Null if there is nothing to verify. */
  pending(): Promise<void> | null {
    return this.login.remembered ? inTime(this.running ?? this.verify()) : null;
  }

  /** Waits until the user is verified. @throws ApiError `superseded` if the user has changed meanwhile */
  async done(): Promise<void> {
    const { number } = this.login;
    await this.pending();
    if (number !== this.login.number) throw userChanged();
  }

  /** Logs the identity in on this site, unless the login has changed meanwhile. */
  async adopt(identity: Identity, number: number): Promise<void> {
    const user = currentUserOf(identity);
    if (this.differs(user)) return this.startOver();
    const token = await exchangeToken(identity.email, await idTokenOf(identity));
    const role = await fetchRole(identity.email, token);
    if (number !== this.login.number) return;
    if (this.differs(user, role)) return this.startOver();
    this.login.identity = identity;
    this.login.remembered = null;
    this.login.token.set(token);
    this.login.publishUser({ user, role });
  }

  /**
   * Authenticates the user of the stored token. Ends the session if the provider or this site refuses.
   *
   * @throws a transient error, if the remembered user could not be verified
   */
  private verify(): Promise<void> {
    const running = this.restore(this.login.number).finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }

  private async restore(number: number): Promise<void> {
    try {
      const provider = await loadIdentityProvider();
      const identity = await provider.restoreUser();
      if (number !== this.login.number) return;
      if (identity) await this.adopt(identity, number);
      else this.end("none");
    } catch (error) {
      if (number === this.login.number) this.handleError(error);
    }
  }

  /** Whether this profile or role differs from the remembered user's. */
  private differs(user: CurrentUser, role = this.login.remembered?.role): boolean {
    const { remembered } = this.login;
    return remembered !== null && JSON.stringify({ user, role }) !== JSON.stringify(remembered);
  }

  /** Restores the session without the remembered user. */
  private async startOver(): Promise<void> {
    this.login.startOver();
    await this.restore(this.login.number);
  }

  /**
   * Keeps the stored token after a transient error, so that the start can be retried; ends the session after any other.
   *
   * @throws the transient error, if the page is shown already, for the requests that wait for the verification
   */
  private handleError(error: unknown): void {
    if (!isTransient(error)) {
      this.end("expired");
    } else if (this.login.remembered || this.login.restoreExpired()) {
      this.login.token.retryLater();
      throw error;
    } else {
      this.login.token.forget();
      this.login.publish({ status: "unreachable", error });
    }
  }
}

/** The provider's token for the exchange: a new one if the stored one is older than the verification of the address. */
async function idTokenOf(identity: Identity): Promise<string> {
  const token = await identity.idToken(false);
  return identity.emailVerified && !saysVerified(token) ? identity.idToken(true) : token;
}
