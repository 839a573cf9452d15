import { ApiError } from "../shared/apiError";
import { deleteMe } from "./api";
import { loadProvider, type Provider } from "./identity";
import { codeOf } from "./providerErrors";

/** The account may have been deleted already: the answer to the last try was lost. */
let inDoubt = false;

/**
 * Deletes the account of who is logged in, once they have proved again who they are; done, too, where an earlier try
 * whose answer was lost has done it.
 *
 * @param password left out where Google answers for the person
 * @throws ApiError or the provider's own error
 */
export async function leave(password?: string): Promise<void> {
  const provider = await loadProvider();
  if (inDoubt && (await isForgotten(provider))) {
    inDoubt = false;
    return;
  }
  const proof = password === undefined ? provider.proveByGoogle() : provider.proveByPassword(password);
  const idToken = await proof;
  try {
    await deleteMe(idToken);
    inDoubt = false;
  } catch (error) {
    inDoubt = error instanceof ApiError && error.passing;
    throw error;
  }
}

const UNKNOWN = new Set<string | null>(["auth/user-token-expired", "auth/user-not-found"]);

/** Whether the provider no longer knows who is logged in; false, too, where that cannot be found out. */
async function isForgotten(provider: Provider): Promise<boolean> {
  try {
    await provider.reread();
    return false;
  } catch (error) {
    return UNKNOWN.has(codeOf(error));
  }
}
