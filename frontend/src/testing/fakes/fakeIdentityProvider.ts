/** A fake of the identity provider, which replaces accounts/firebase.ts. */
import type { Identity, IdentityProvider, SignInMethod } from "../../accounts/identity";

class FakeIdentityProvider {
  /** The user who is logged in at the provider. */
  current: Identity | null = null;
  /** When the provider has restored the user of the previous page load; it rejects if the provider is unreachable. */
  restored: Promise<void> = Promise.resolve();
  /** When the provider has ended its session of the user. */
  loggedOut: Promise<void> = Promise.resolve();
  /** When the provider has fetched the user again. */
  reloaded: Promise<void> = Promise.resolve();
  /** The error that the next operations throw; null for success. */
  failure: { code: string } | null = null;
  /** The user who logs in with Google. */
  googleUser: Identity = identityOf("grace@camp.example", "Grace");
  /** Whether the account of the current user is deleted at the provider. */
  isDeleted = false;
  /** The number of verification e-mails sent. */
  verificationEmails = 0;
  /** The recipients of password reset e-mails. */
  passwordEmails: string[] = [];
  /** The e-mail address of each code that was sent by e-mail. */
  emailCodes = new Map<string, string>();
  /** The password, or "Google", of each reauthentication. */
  reauthentications: string[] = [];
  /** The passwords that were set with a code. */
  passwordsSet: { code: string; password: string }[] = [];

  reset(): void {
    Object.assign(this, new FakeIdentityProvider());
  }

  throwFailure(): void {
    if (this.failure) throw errorWith(this.failure);
  }

  emailOf(code: string): string {
    this.throwFailure();
    const email = this.emailCodes.get(code);
    if (email === undefined) throw errorWith({ code: "auth/invalid-action-code" });
    return email;
  }

  reauthenticate(proof: string): string {
    this.throwFailure();
    this.reauthentications.push(proof);
    return "fresh-id-token";
  }

  logIn(identity: Identity): Identity {
    this.throwFailure();
    this.current = identity;
    return identity;
  }
}

function errorWith(failure: { code: string }): Error {
  return Object.assign(new Error(failure.code), failure);
}

export const identityProvider = new FakeIdentityProvider();

/** The provider's token, with what it says about the address. */
export function idTokenOf(email: string, emailVerified = true): string {
  return ["id-token", btoa(JSON.stringify({ email, email_verified: emailVerified })), "signature"].join(".");
}

/** An identity of the provider. Its stored token says what held when it was issued. */
export function identityOf(
  email: string,
  name = "",
  photo = "",
  emailVerified = true,
  signInMethods: readonly SignInMethod[] = ["password"],
): Identity {
  let stored = emailVerified;
  return {
    ...{ email, name, photo, emailVerified, signInMethods },
    async idToken(fresh) {
      if (fresh) stored = this.emailVerified;
      return idTokenOf(email, stored);
    },
  };
}

/** Replaces accounts/firebase in all tests, by jest.mock in setup.ts. @public */
export const fakeFirebase: IdentityProvider = {
  restoreUser: async () => {
    await identityProvider.restored;
    return identityProvider.current;
  },
  logIn: async (email) => identityProvider.logIn(identityOf(email)),
  logInWithGoogle: async () => identityProvider.logIn(identityProvider.googleUser),
  register: async (email) => identityProvider.logIn(identityOf(email)),
  changeProfile: async (changes) => {
    identityProvider.throwFailure();
    if (identityProvider.current) identityProvider.current = { ...identityProvider.current, ...changes };
    return identityProvider.current;
  },
  reloadUser: async () => {
    await identityProvider.reloaded;
    identityProvider.throwFailure();
    if (identityProvider.isDeleted) throw errorWith({ code: "auth/user-token-expired" });
    return identityProvider.current;
  },
  reauthenticateWithPassword: async (password) => identityProvider.reauthenticate(password),
  reauthenticateWithGoogle: async () => identityProvider.reauthenticate("Google"),
  sendPasswordResetLink: async (email) => {
    identityProvider.throwFailure();
    identityProvider.passwordEmails.push(email);
  },
  emailOfPasswordResetCode: async (code) => identityProvider.emailOf(code),
  setPassword: async (code, password) => {
    identityProvider.emailOf(code);
    identityProvider.passwordsSet.push({ code, password });
  },
  applyEmailCode: async (code) => {
    const email = identityProvider.emailOf(code);
    if (identityProvider.current?.email === email)
      identityProvider.current = { ...identityProvider.current, emailVerified: true };
  },
  sendVerificationEmail: async () => {
    identityProvider.verificationEmails += 1;
  },
  logOut: async () => {
    await identityProvider.loggedOut;
    identityProvider.current = null;
  },
};
