import { saveDraft, setDraftOwner, takeDraft } from "../../shared/forms/drafts";
import { saveUser } from "../api";
import { type Identity, loadForLogin, loadIdentityProvider } from "../identity";

interface Profile {
  name: string;
  photo: string;
}

/** The draft that keeps the profile of an unfinished registration until the user logs in. */
const PROFILE_DRAFT = "registration";

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
  setDraftOwner(identity.email);
  saveDraft(PROFILE_DRAFT, { ...profile, email: identity.email });
  throw new UnfinishedRegistration(failed.reason);
}

/** Completes an unfinished registration, if there is one: saves its name and photo. Returns the updated identity. */
export async function completeRegistration(identity: Identity): Promise<Identity> {
  const draft = takeDraft(PROFILE_DRAFT);
  if (draft === null || draft.email !== identity.email) return identity;
  const profile = { name: String(draft.name), photo: String(draft.photo) };
  try {
    await saveUser({ ...profile, email: identity.email }, await identity.idToken(false));
    const provider = await loadIdentityProvider();
    return (await provider.changeProfile(profile)) ?? identity;
  } catch (error) {
    saveDraft(PROFILE_DRAFT, draft);
    throw error;
  }
}
