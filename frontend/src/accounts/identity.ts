/** How somebody can prove to the identity provider who they are. */
export type Way = "password" | "google";

/** Who the identity provider says somebody is. */
export interface Identity {
  email: string;
  name: string;
  /** An address, or empty. */
  photo: string;
  /** Whether the person has proved that the e-mail address is theirs. */
  emailVerified: boolean;
  ways: readonly Way[];
  /** The provider's own token for the exchange; `fresh` asks the provider again. */
  idToken(fresh: boolean): Promise<string>;
}

/** The identity provider, as the session uses it. */
export type Provider = typeof import("./firebase");

/** Loads the identity provider. */
export function loadProvider(): Promise<Provider> {
  return import(/* webpackChunkName: "firebase" */ "./firebase");
}
