import { fileOf } from "../shared/answers";
import type { components } from "../shared/api.gen";
import { calls } from "../shared/paths";
import { request } from "../shared/request";

type Schemas = components["schemas"];

export type Role = Schemas["RoleEnum"];
/** A user as everybody may see one: an instructor. */
export type User = Schemas["InstructorOutput"];
/** A user as an admin sees it. */
export type ListedUser = Schemas["PersonOutput"];

/** Exchanges the provider's token for the site's own, good for an hour. */
export async function exchange(email: string, idToken: string): Promise<string> {
  const { token } = await request<{ token: string }>(calls.jwt, {
    method: "POST",
    body: { email },
    as: { bearer: idToken },
  });
  return token;
}

/** Completes the profile of who bears the provider's token. */
export async function saveUser(
  user: { name: string; photo: string; email: string },
  idToken: string,
): Promise<void> {
  await request(calls.users, { method: "POST", body: user, as: { bearer: idToken } });
}

/** Changes name or photo of who is logged in; what is left out stays. */
export async function changeMe(changes: { name?: string; photo?: string }): Promise<void> {
  await request(calls.me, { method: "PATCH", body: changes });
}

/** Everything that is kept about who is logged in, and what to call the file. */
export async function myData(): Promise<{ name: string; content: Blob }> {
  const { name, content } = await request(calls.myData, {}, fileOf);
  return { name: name ?? "my-data.json", content };
}

/**
 * Deletes the account of who is logged in, for good.
 *
 * @param idToken the provider's, of somebody who has just proved once more who they are
 * @throws ApiError 409 `log_in_again`, `last_admin`, `has_classes`, `still_enrolled`, `money_under_way`
 */
export async function deleteMe(idToken: string): Promise<void> {
  await request(calls.me, { method: "DELETE", body: { idToken } });
}

/** What the person may do here. */
export async function readRole(email: string): Promise<Role> {
  const [{ admin }, { instructor }] = await Promise.all([
    request<{ admin: boolean }>(calls.isAdmin(email)),
    request<{ instructor: boolean }>(calls.isInstructor(email)),
  ]);
  if (admin) return "admin";
  return instructor ? "instructor" : "student";
}
