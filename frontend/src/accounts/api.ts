import { calls } from "../shared/paths";
import { request } from "../shared/request";

export type Role = "admin" | "instructor" | "student";

export interface User {
  _id: string;
  name: string;
  photo: string;
  email: string;
  role: Role;
}

/** A user as an admin sees it. */
export interface ListedUser extends User {
  emailVerified: boolean;
}

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

/** What the person may do here. */
export async function readRole(email: string): Promise<Role> {
  const [{ admin }, { instructor }] = await Promise.all([
    request<{ admin: boolean }>(calls.isAdmin(email)),
    request<{ instructor: boolean }>(calls.isInstructor(email)),
  ]);
  if (admin) return "admin";
  return instructor ? "instructor" : "student";
}
