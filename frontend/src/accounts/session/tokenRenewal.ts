import { ApiError } from "../../shared/api/errors";
import { exchangeToken } from "../api";
import { isTransient } from "../identityErrors";
import type { CurrentLogin } from "./currentLogin";
import type { LogoutReason } from "./state";
import type { Verification } from "./verification";

/** Renews the site's token of the current login. */
export class TokenRenewal {
  private running: Promise<string | null> | null = null;

  /** @param end ends the session in all tabs */
  constructor(
    private readonly login: CurrentLogin,
    private readonly verification: Verification,
    private readonly end: (reason: LogoutReason) => void,
  ) {}

  /** Requests a new token. Null if the identity provider no longer authenticates the user. */
  renew(): Promise<string | null> {
    if (this.running) return this.running;
    const running = this.exchange().finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }

  /** Forgets a running renewal, so that the next login does not get its result. */
  forget(): void {
    this.running = null;
  }

  async renewOrEnd(): Promise<void> {
    const { number } = this.login;
    try {
      const token = await this.renew();
      if (token === null && number === this.login.number) this.end("expired");
    } catch {
      if (number === this.login.number) this.login.token.retryLater();
    }
  }

  private async exchange(): Promise<string | null> {
    const { identity, number, remembered, token } = this.login;
    if (remembered) {
      await this.verification.pending();
      return token.value;
    }
    if (!identity) return null;
    try {
      const fresh = await exchangeToken(identity.email, await identity.idToken(true));
      if (number !== this.login.number) return null;
      token.set(fresh);
      return fresh;
    } catch (error) {
      if (isTransient(error)) throw error;
      const isDeleted = error instanceof ApiError && error.code === "account_deleted";
      if (isDeleted && number === this.login.number) this.end("deleted");
      return null;
    }
  }
}
