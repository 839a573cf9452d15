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

let loggingOut: Promise<void> = Promise.resolve();

/** Logs out at the identity provider, which may take as long as its start. @throws the identity provider's own error */
export function logOutAtProvider(): Promise<void> {
  const done = loadIdentityProvider().then((provider) => provider.logOut());
  loggingOut = done.catch(() => {});
  return done;
}

/** As `loadIdentityProvider`, for a login. Waits for the last logout, which would end the login too. */
export async function loadForLogin(): Promise<IdentityProvider> {
  await loggingOut;
  return loadIdentityProvider();
}
