import { request } from "../../shared/api/request";
import { path } from "../../shared/paths";
import { loadIdentityProvider } from "../identity";

/** Opens a page of the Django admin, or its first one, if the login is recent. @throws ApiError 409 `log_in_again`, or the identity provider's own error */
export async function openStaffPages(to?: string): Promise<void> {
  const provider = await loadIdentityProvider();
  const identity = await provider.restoreUser();
  await open((await identity?.idToken(false)) ?? "", to);
}

/**
 * Opens the staff pages once the user has reauthenticated.
 *
 * @param password undefined for a user who signs in with Google
 * @throws ApiError, or the identity provider's own error
 */
export async function reopenStaffPages(password?: string, to?: string): Promise<void> {
  const provider = await loadIdentityProvider();
  const proof = await (password === undefined
    ? provider.reauthenticateWithGoogle()
    : provider.reauthenticateWithPassword(password));
  await open(proof, to);
}

async function open(idToken: string, to?: string): Promise<void> {
  const { url } = await request(path("/staffPages"), { method: "POST", body: { idToken } });
  location.assign(to ?? url);
}
