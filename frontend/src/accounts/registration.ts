import { keepDraft, ownDrafts, takeDraft } from "../shared/drafts";
import { saveUser } from "./api";
import { type Identity, loadProvider } from "./identity";

interface Profile {
  name: string;
  photo: string;
}

/** Where the profile of a registration that broke off is kept until somebody logs in. */
const UNFINISHED = "registration";

/** An account that was made at the identity provider, while something after that failed: the `cause`. */
export class UnfinishedRegistration extends Error {
  constructor(cause: unknown) {
    super("The account is made, but not all that follows.", { cause });
    this.name = "UnfinishedRegistration";
  }
}

/**
 * Makes the account, here and at the provider, sends the verification mail, and leaves nobody logged in.
 *
 * @throws the provider's own error where there is no account
 * @throws UnfinishedRegistration where there is one; logging in completes it
 */
export async function register(email: string, password: string, profile: Profile): Promise<void> {
  const provider = await loadProvider();
  const identity = await provider.register(email, password);
  const save = async () => saveUser({ ...profile, email: identity.email }, await identity.idToken(true));
  const steps = [provider.changeProfile(profile), save(), provider.sendVerificationMail()];
  const results = await Promise.allSettled(steps);
  await provider.logOut();
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return;
  ownDrafts(identity.email);
  keepDraft(UNFINISHED, { ...profile, email: identity.email });
  throw new UnfinishedRegistration(failed.reason);
}

/** Who logs in after a registration that broke off: with the name and photo that were typed then. */
export async function completed(identity: Identity): Promise<Identity> {
  const typed = takeDraft(UNFINISHED);
  if (typed === null || typed.email !== identity.email) return identity;
  const profile = { name: String(typed.name), photo: String(typed.photo) };
  try {
    await saveUser({ ...profile, email: identity.email }, await identity.idToken(false));
    const provider = await loadProvider();
    return (await provider.changeProfile(profile)) ?? identity;
  } catch (error) {
    keepDraft(UNFINISHED, typed);
    throw error;
  }
}
