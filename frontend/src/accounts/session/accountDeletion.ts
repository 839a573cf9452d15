import { asApiError } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { calls } from "../../shared/paths";
import { type IdentityProvider, loadIdentityProvider } from "../identity";
import { identityErrorCode } from "../identityErrors";

/** Deletes the account of the current user. Create one per session: it remembers that a response was lost. */
export class AccountDeletion {
  /** The account may be deleted already: the response to the last attempt was lost. */
  private outcomeUnknown = false;

  /**
   * Reauthenticates the user and deletes the account. Also resolves if an earlier attempt, whose response was lost,
   * has deleted it.
   *
   * @param password omitted for a user who signs in with Google
   * @throws ApiError or the identity provider's own error
   */
  async run(password?: string): Promise<void> {
    const provider = await loadIdentityProvider();
    if (this.outcomeUnknown && (await isUnknownToProvider(provider))) return;
    const idToken = await (password === undefined
      ? provider.reauthenticateWithGoogle()
      : provider.reauthenticateWithPassword(password));
    try {
      await request(calls.me, { method: "DELETE", body: { idToken } });
    } catch (error) {
      this.outcomeUnknown = asApiError(error)?.isTransient ?? false;
      throw error;
    }
  }
}

const UNKNOWN_USER = new Set<string | null>(["auth/user-token-expired", "auth/user-not-found"]);

/** Whether the identity provider no longer knows the current user; false if that cannot be determined. */
async function isUnknownToProvider(provider: IdentityProvider): Promise<boolean> {
  try {
    await provider.reloadUser();
    return false;
  } catch (error) {
    return UNKNOWN_USER.has(identityErrorCode(error));
  }
}
