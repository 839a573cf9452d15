import { saveUser } from "../api";
import { loadForLogin } from "../identity";
import { keepProfile, type Profile } from "../session/registration";

/** The identity provider has created the account, but a later step failed: the `cause`. */
export class UnfinishedRegistration extends Error {
  constructor(cause: unknown) {
    super("The account exists, but its registration is not complete.", { cause });
    this.name = "UnfinishedRegistration";
  }
}

/**
 * Creates the account at the identity provider and on the server, and sends the verification e-mail. Does not log the
 * user in.
 *
 * @throws the identity provider's own error if the account was not created
 * @throws UnfinishedRegistration if the account was created but a later step failed; the next login completes it
 */
export async function register(email: string, password: string, profile: Profile): Promise<void> {
  const provider = await loadForLogin();
  const identity = await provider.register(email, password);
  const save = async () => saveUser({ ...profile, email: identity.email }, await identity.idToken(true));
  const steps = [provider.changeProfile(profile), save(), provider.sendVerificationEmail()];
  const results = await Promise.allSettled(steps);
  await provider.logOut();
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return;
  keepProfile(identity.email, profile);
  throw new UnfinishedRegistration(failed.reason);
}
