/** How a user can authenticate at the identity provider. */
export type SignInMethod = "password" | "google";

/** The identity provider's record of a user. */
export interface Identity {
  email: string;
  name: string;
  /** A URL, or empty. */
  photo: string;
  emailVerified: boolean;
  signInMethods: readonly SignInMethod[];
  /** The provider's token, for the exchange; `fresh` requests a new one from the provider. */
  idToken(fresh: boolean): Promise<string>;
}

/** The identity provider, as the session uses it. */
export type IdentityProvider = typeof import("./firebase");

export function loadIdentityProvider(): Promise<IdentityProvider> {
  return import(/* webpackChunkName: "firebase" */ "./firebase");
}

/** Logs out at the identity provider, if it is reachable. */
export async function logOutAtProvider(): Promise<void> {
  try {
    const provider = await loadIdentityProvider();
    await provider.logOut();
  } catch {
    // The stored token is removed already, so the next page load does not restore the session.
  }
}
