import { request } from "../../shared/api/request";
import { path } from "../../shared/paths";
import { loadIdentityProvider } from "../identity";

/** Opens the staff pages, if the login is recent. @throws ApiError 409 `log_in_again`, or the identity provider's own error */
export async function openStaffPages(): Promise<void> {
  const provider = await loadIdentityProvider();
  const identity = await provider.restoreUser();
  await open((await identity?.idToken(false)) ?? "");
}

/**
 * Opens the staff pages once the user has reauthenticated.
 *
 * @param password undefined for a user who signs in with Google
 * @throws ApiError, or the identity provider's own error
 */
export async function reopenStaffPages(password?: string): Promise<void> {
  const provider = await loadIdentityProvider();
  const proof = await (password === undefined
    ? provider.reauthenticateWithGoogle()
    : provider.reauthenticateWithPassword(password));
  await open(proof);
}

async function open(idToken: string): Promise<void> {
  const { url } = await request(path("/staffPages"), { method: "POST", body: { idToken } });
  location.assign(url);
}
