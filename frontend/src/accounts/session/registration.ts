import { saveDraft, setDraftOwner, takeDraft } from "../../shared/forms/drafts";
import { saveUser } from "../api";
import { type Identity, loadIdentityProvider } from "../identity";

export interface Profile {
  name: string;
  photo: string;
}

/** The draft that keeps the profile of an unfinished registration until the user logs in. */
const PROFILE_DRAFT = "registration";

/** Keeps the profile of an unfinished registration until the user logs in. */
export function keepProfile(email: string, profile: Profile): void {
  setDraftOwner(email);
  saveDraft(PROFILE_DRAFT, { ...profile, email });
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
