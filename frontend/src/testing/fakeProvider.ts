/** The identity provider, faked at the one module that knows it. */
import type { Identity, Provider } from "../accounts/identity";

class FakeProvider {
  /** Who is logged in at the provider. */
  current: Identity | null = null;
  /** How the next log-in, Google log-in or registration ends; null succeeds. */
  failure: { code: string } | null = null;
  /** Who answers for Google's popup. */
  google: Identity = identityOf("grace@camp.example", "Grace");
  verificationMails = 0;

  reset(): void {
    this.current = null;
    this.failure = null;
    this.google = identityOf("grace@camp.example", "Grace");
    this.verificationMails = 0;
  }

  enter(identity: Identity): Identity {
    if (this.failure) throw Object.assign(new Error(this.failure.code), this.failure);
    this.current = identity;
    return identity;
  }
}

export const provider = new FakeProvider();

/** A person as the provider knows them. */
export function identityOf(email: string, name = "", photo = ""): Identity {
  return { email, name, photo, idToken: async () => `id-token-of-${email}` };
}

export const fakeFirebase: Provider = {
  remembered: async () => provider.current,
  logIn: async (email) => provider.enter(identityOf(email)),
  logInWithGoogle: async () => provider.enter(provider.google),
  register: async (email, _password, { name, photo }) => provider.enter(identityOf(email, name, photo)),
  sendVerificationMail: async () => {
    provider.verificationMails += 1;
  },
  logOut: async () => {
    provider.current = null;
  },
};
