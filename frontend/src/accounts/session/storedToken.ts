import { TOKEN_KEY, writeStorage } from "../../shared/storage";
import { msToRenewal } from "./siteToken";

const RETRY_MS = 60_000;

/** The site's token of the current user, which is also in the storage for other tabs, and the timer of its renewal. */
export class StoredToken {
  private token: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the token is due for renewal, in milliseconds since 1970 by the clock of this device. */
  private renewAt = 0;

  /** @param renew is called when the token is due for renewal */
  constructor(private readonly renew: () => void) {}

  get value(): string | null {
    return this.token;
  }

  /** Whether the token is due for renewal: timers do not run while the device sleeps. */
  get isDue(): boolean {
    return this.token !== null && Date.now() >= this.renewAt;
  }

  /** Stores a token for all tabs; null removes it. */
  set(token: string | null): void {
    this.forget();
    writeStorage(TOKEN_KEY, token);
    if (token === null) return;
    this.token = token;
    const interval = msToRenewal(token);
    this.renewAt = Date.now() + interval;
    this.timer = setTimeout(this.renew, interval);
  }

  /** Forgets the token in this tab; it stays in the storage. */
  forget(): void {
    this.stop();
    this.token = null;
  }

  /** Renews the token in a minute, because the attempt has failed. */
  retryLater(): void {
    this.stop();
    this.timer = setTimeout(this.renew, RETRY_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
