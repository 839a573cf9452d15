import { ApiError } from "../shared/apiError";
import { ownDrafts } from "../shared/drafts";
import type { BearerKeeper } from "../shared/request";
import { DELETED_KEY, recall, remember, TOKEN_KEY } from "../shared/storage";
import { changeMe, exchange, type Role, readRole, saveUser } from "./api";
import { type Identity, loadProvider, type Way } from "./identity";
import { leave } from "./leaving";
import { mayPass } from "./providerErrors";
import { completed } from "./registration";
import { msToRenewal, sameBearer } from "./siteToken";

export interface Person {
  email: string;
  name: string;
  photo: string;
  emailVerified: boolean;
  ways: readonly Way[];
}

/** Why nobody is logged in: nobody was, they logged out or deleted the account themselves, or the server would not have them. */
export type OutBecause = "nobody" | "person" | "deleted" | "expired" | "forbidden";

export type SessionState =
  | { status: "loading" }
  | { status: "out"; because: OutBecause }
  | { status: "in"; person: Person; role: Role }
  | { status: "unreachable"; error: unknown };

const RETRY_RENEWAL_MS = 60_000;

/** Who is logged in on this page, from the provider's word to the site's token and the role. */
export class Session implements BearerKeeper {
  private state: SessionState;
  private listeners = new Set<() => void>();
  private identity: Identity | null = null;
  private held: string | null = null;
  private renewing: Promise<string | null> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Rises with every change of person; work begun before it must not finish after it. */
  private era = 0;

  constructor() {
    this.state = recall(TOKEN_KEY) === null ? { status: "out", because: "nobody" } : { status: "loading" };
  }

  readonly snapshot = (): SessionState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly person = (): string | null => this.identity?.email ?? null;
  readonly token = (): string | null => this.held;

  /** Takes up the session that the last page left, if there was one. */
  async start(): Promise<void> {
    if (recall(TOKEN_KEY) === null) return;
    const era = ++this.era;
    this.publish({ status: "loading" });
    try {
      const provider = await loadProvider();
      const identity = await provider.remembered();
      if (era !== this.era) return;
      if (identity) await this.adopt(identity, era);
      else this.end("nobody");
    } catch (error) {
      if (era === this.era) this.failToStart(error);
    }
  }

  /** @throws ApiError or the provider's own error; nobody is logged in then */
  async logIn(email: string, password: string): Promise<void> {
    const provider = await loadProvider();
    await this.welcome(await provider.logIn(email, password));
  }

  /** @throws ApiError or the provider's own error; nobody is logged in then */
  async logInWithGoogle(): Promise<void> {
    const provider = await loadProvider();
    const identity = await provider.logInWithGoogle();
    const { email, name, photo } = identity;
    await saveUser({ email, name, photo }, await identity.idToken(false));
    await this.welcome(identity);
  }

  /**
   * Changes name or photo, here and at the provider; what is left out stays.
   *
   * @throws ApiError or the provider's own error
   */
  async changeProfile(changes: { name?: string; photo?: string }): Promise<void> {
    const era = this.era;
    const provider = await loadProvider();
    await changeMe(changes);
    this.update(await provider.changeProfile(changes), era);
  }

  /**
   * Asks the provider again who this is, and tells the server: the address may have been proved meanwhile.
   *
   * @throws ApiError or the provider's own error
   */
  async reread(): Promise<void> {
    const era = this.era;
    if (this.identity === null) return;
    const provider = await loadProvider();
    const identity = await provider.reread();
    if (!identity || era !== this.era) return;
    await identity.idToken(true);
    await this.adopt(identity, era);
  }

  /** Sends the verification mail to who has just been refused for want of it. */
  async sendVerificationMail(): Promise<void> {
    const provider = await loadProvider();
    await provider.sendVerificationMail();
  }

  /**
   * Logs out, here and in the other tabs.
   *
   * @throws the provider's own error; this site has forgotten the person nevertheless
   */
  async logOut(): Promise<void> {
    ownDrafts(null);
    this.end("person");
    const provider = await loadProvider();
    await provider.logOut();
  }

  /**
   * Deletes the account of who is logged in; nobody is logged in afterwards, in no tab, and no draft is left.
   *
   * @param password left out where Google answers for the person
   * @throws ApiError or the provider's own error; then they are still logged in
   */
  async deleteAccount(password?: string): Promise<void> {
    await leave(password);
    remember(DELETED_KEY, "now");
    remember(DELETED_KEY, null);
    this.forgetDeleted();
  }

  /** The account was deleted, here or in another tab. */
  readonly forgetDeleted = (): void => {
    ownDrafts(null);
    this.end("deleted");
  };

  readonly renew = (): Promise<string | null> => {
    this.renewing ??= this.exchangeAgain().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  };

  readonly end = (because: OutBecause): void => {
    this.era += 1;
    this.identity = null;
    this.hold(null);
    this.publish({ status: "out", because });
    // The server's refusal ends the provider's session too, or the next page would only run into it again.
    if (because !== "nobody" && because !== "person") void this.leaveProvider();
  };

  /** The stored token changed in another tab. */
  readonly follow = (stored: string | null): void => {
    if (stored === this.held) return;
    if (stored === null) this.end("person");
    else if (this.held === null) void this.start();
    else if (sameBearer(stored, this.held)) this.hold(stored);
    else location.reload();
  };

  /** The page woke: its timers may have slept through the end of the token. */
  readonly wake = (): void => {
    if (this.held !== null && msToRenewal(this.held) <= 0) void this.renewInTime();
  };

  /** The network is back: who could not be asked for before is asked for now. */
  readonly reconnect = (): void => {
    if (this.state.status === "unreachable") void this.start();
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Makes the provider's person the one logged in here, unless that has changed again since `era`. */
  private async adopt(identity: Identity, era: number): Promise<void> {
    const token = await exchange(identity.email, await identity.idToken(false));
    if (era !== this.era) return;
    this.identity = identity;
    this.hold(token);
    const role = await readRole(identity.email);
    if (era !== this.era) return;
    ownDrafts(identity.email);
    this.publish({ status: "in", person: profileOf(identity), role });
  }

  /** Takes over what has changed of the person logged in, unless it is another by now. */
  private update(identity: Identity | null, era: number): void {
    if (!identity || era !== this.era || this.state.status !== "in") return;
    this.identity = identity;
    this.publish({ ...this.state, person: profileOf(identity) });
  }

  /** As adopt, for somebody who is logging in just now: when it fails, nobody is logged in. */
  private async welcome(identity: Identity): Promise<void> {
    const era = ++this.era;
    try {
      await this.adopt(await completed(identity), era);
    } catch (error) {
      if (era === this.era) this.end("nobody");
      throw error;
    }
  }

  private async exchangeAgain(): Promise<string | null> {
    const identity = this.identity;
    const era = this.era;
    if (!identity) return null;
    try {
      const token = await exchange(identity.email, await identity.idToken(true));
      if (era !== this.era) return null;
      this.hold(token);
      return token;
    } catch (error) {
      if (mayPass(error)) throw error;
      if (error instanceof ApiError && error.code === "account_deleted") this.forgetDeleted();
      return null;
    }
  }

  private async renewInTime(): Promise<void> {
    const era = this.era;
    try {
      const token = await this.renew();
      if (token === null && era === this.era) this.end("expired");
    } catch {
      if (era === this.era) this.timer = setTimeout(() => void this.renewInTime(), RETRY_RENEWAL_MS);
    }
  }

  /** A start that failed for want of an answer can be tried again; any other is the end of the session. */
  private failToStart(error: unknown): void {
    if (mayPass(error)) {
      this.identity = null;
      this.held = null;
      this.publish({ status: "unreachable", error });
    } else {
      this.end("expired");
    }
  }

  private hold(token: string | null): void {
    clearTimeout(this.timer);
    this.held = token;
    remember(TOKEN_KEY, token);
    if (token !== null)
      this.timer = setTimeout(() => void this.renewInTime(), Math.max(0, msToRenewal(token)));
  }

  private async leaveProvider(): Promise<void> {
    try {
      const provider = await loadProvider();
      await provider.logOut();
    } catch {
      // The token is gone already; without it the next page starts with nobody.
    }
  }

  private publish(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

function profileOf({ email, name, photo, emailVerified, ways }: Identity): Person {
  return { email, name, photo, emailVerified, ways };
}
