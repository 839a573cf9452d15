/** The identity provider, faked at the one module that knows it. */
import type { Identity, Provider, Way } from "../accounts/identity";

class FakeProvider {
  /** Who is logged in at the provider. */
  current: Identity | null = null;
  /** How the next log-in, Google log-in or registration ends; null succeeds. */
  failure: { code: string } | null = null;
  /** Who answers for Google's popup. */
  google: Identity = identityOf("grace@camp.example", "Grace");
  /** Whether the identity of who is logged in is gone. */
  forgotten = false;
  verificationMails = 0;
  /** Whom a mail with a link to a new password was sent to. */
  passwordMails: string[] = [];
  /** What the codes of such mails stand for: the e-mail address. */
  mailCodes = new Map<string, string>();
  /** How somebody proved once more who they are. */
  proofs: string[] = [];
  /** What passwords were set by such a code. */
  passwordsSet: { code: string; password: string }[] = [];

  reset(): void {
    this.current = null;
    this.failure = null;
    this.forgotten = false;
    this.google = identityOf("grace@camp.example", "Grace");
    this.verificationMails = 0;
    this.passwordMails = [];
    this.mailCodes = new Map();
    this.passwordsSet = [];
    this.proofs = [];
  }

  /** Fails as `failure` says. */
  mayFail(): void {
    if (this.failure) throw failing(this.failure);
  }

  /** The address that a mail's code stands for. */
  addressOf(code: string): string {
    this.mayFail();
    const email = this.mailCodes.get(code);
    if (email === undefined) throw failing({ code: "auth/invalid-action-code" });
    return email;
  }

  prove(by: string): string {
    this.mayFail();
    this.proofs.push(by);
    return "fresh-id-token";
  }

  enter(identity: Identity): Identity {
    this.mayFail();
    this.current = identity;
    return identity;
  }
}

function failing(failure: { code: string }): Error {
  return Object.assign(new Error(failure.code), failure);
}

export const provider = new FakeProvider();

/** A person as the provider knows them. */
export function identityOf(
  email: string,
  name = "",
  photo = "",
  emailVerified = true,
  ways: readonly Way[] = ["password"],
): Identity {
  return { email, name, photo, emailVerified, ways, idToken: async () => `id-token-of-${email}` };
}

export const fakeFirebase: Provider = {
  remembered: async () => provider.current,
  logIn: async (email) => provider.enter(identityOf(email)),
  logInWithGoogle: async () => provider.enter(provider.google),
  register: async (email) => provider.enter(identityOf(email)),
  changeProfile: async (changes) => {
    provider.mayFail();
    if (provider.current) provider.current = { ...provider.current, ...changes };
    return provider.current;
  },
  reread: async () => {
    provider.mayFail();
    if (provider.forgotten) throw failing({ code: "auth/user-token-expired" });
    return provider.current;
  },
  proveByPassword: async (password) => provider.prove(password),
  proveByGoogle: async () => provider.prove("Google"),
  sendPasswordMail: async (email) => {
    provider.mayFail();
    provider.passwordMails.push(email);
  },
  emailOfPasswordCode: async (code) => provider.addressOf(code),
  setPassword: async (code, password) => {
    provider.addressOf(code);
    provider.passwordsSet.push({ code, password });
  },
  applyMailCode: async (code) => {
    const email = provider.addressOf(code);
    if (provider.current?.email === email) provider.current = { ...provider.current, emailVerified: true };
  },
  sendVerificationMail: async () => {
    provider.verificationMails += 1;
  },
  logOut: async () => {
    provider.current = null;
  },
};
