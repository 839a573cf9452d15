import { removeKeptDrafts, setDraftOwner } from "../../shared/forms/drafts";
import { deleteToday, readStorage, TOKEN_KEY } from "../../shared/storage";
import type { Identity } from "../identity";
import { forgetUser, type RememberedUser, rememberedUser, rememberUser } from "./rememberedUser";
import { type CurrentUser, currentUserOf, type LogoutReason, type SessionState } from "./state";
import { StoredToken } from "./storedToken";

/** Who is logged in in this tab: the identity at the provider, the site's token, and the state that pages show. */
export class CurrentLogin {
  /** Null while the user is not verified. */
  identity: Identity | null = null;
  /** The user of the previous page load, until they are verified. */
  remembered: RememberedUser | null = null;
  readonly token: StoredToken;
  /** Increases whenever the user changes. Asynchronous work that began with an earlier number discards its result. */
  number = 0;
  state: SessionState =
    readStorage(TOKEN_KEY) === null ? { status: "out", reason: "none" } : { status: "loading" };
  private listeners = new Set<() => void>();

  /** @param renew is called when the token is due for renewal */
  constructor(renew: () => void) {
    this.token = new StoredToken(renew);
  }

  /** The user that pages show, who may not be verified yet. */
  get user(): CurrentUser | null {
    return this.state.status === "in" ? this.state.user : null;
  }

  /** Calls the listener after each change of the state. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  publish(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  /** Publishes that the user is logged in, and remembers the user if verified. */
  publishUser({ user, role }: RememberedUser): void {
    setDraftOwner(user.email);
    if (this.remembered === null && this.token.value) rememberUser({ user, role }, this.token.value);
    this.publish({ status: "in", user, role });
  }

  /** Publishes a changed identity of the same user, unless the login has changed meanwhile. */
  update(identity: Identity | null, number: number): void {
    if (!identity || number !== this.number || this.state.status !== "in") return;
    this.identity = identity;
    this.publishUser({ user: currentUserOf(identity), role: this.state.role });
  }

  /** Begins with the stored token of the previous page load, and with its user, if they are remembered. */
  restore(token: string, mayHaveExpired = false): void {
    this.number += 1;
    this.remembered = rememberedUser(token, mayHaveExpired);
    if (this.remembered) {
      this.token.set(token);
      this.publishUser(this.remembered);
    } else {
      this.publish({ status: "loading" });
    }
  }

  /**
   * Begins with the user of the stored token although it has expired, because the identity provider is unreachable: a page
   * that works without a network can be opened all day. Returns whether the user is known.
   */
  restoreExpired(): boolean {
    const token = readStorage(TOKEN_KEY);
    if (token !== null) this.restore(token, true);
    return this.remembered !== null;
  }

  /** Discards the remembered user, who has another profile or role now. */
  startOver(): void {
    this.number += 1;
    this.remembered = null;
    forgetUser();
    deleteToday(false);
    this.token.forget();
    this.publish({ status: "loading" });
  }

  /** Ends the login in this tab, and removes the token for all tabs. */
  end(reason: LogoutReason): void {
    const { user } = this;
    this.number += 1;
    this.identity = this.remembered = null;
    this.token.set(null);
    forgetUser();
    if (reason === "deleted") {
      setDraftOwner(null);
      if (user) removeKeptDrafts(user.email);
    }
    this.publish({ status: "out", reason });
  }
}
