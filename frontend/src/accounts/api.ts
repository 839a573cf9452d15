import { request } from "../shared/api/request";
import { useUserData } from "../shared/api/resources";
import type { RequestBody, ResponseBody, Row } from "../shared/api/types";
import { calls } from "../shared/paths";

/** A user as the public list of instructors shows one. */
export type User = Row<"/instructors">;
/** A user as an admin sees one. */
export type ListedUser = Row<"/users">;
export type Role = ListedUser["role"];
/** When an admin is mailed what needs a decision. */
export type AlertTime = NonNullable<ResponseBody<"GET", "/users/me/email">["alerts"]>;

/** Exchanges the identity provider's token for the site's own, which is valid for an hour. */
export async function exchangeToken(email: string, idToken: string): Promise<string> {
  const { token } = await request(calls.jwt, { method: "POST", body: { email }, as: { bearer: idToken } });
  return token;
}

/** Saves the profile of the owner of the identity provider's token. */
export async function saveUser(
  user: { name: string; photo: string; email: string },
  idToken: string,
): Promise<void> {
  await request(calls.users, { method: "POST", body: user, as: { bearer: idToken } });
}

/** Changes the profile of the current user. Omitted properties stay. */
export async function updateProfile(changes: RequestBody<"PATCH", "/users/me">): Promise<void> {
  await request(calls.me, { method: "PATCH", body: changes });
}

/** The secret URL under which a calendar app reads the lessons of the current user. */
export async function fetchCalendarUrl(): Promise<string> {
  return (await request(calls.myCalendar)).url;
}

/** The role of a user, who is the owner of the site's token. */
export async function fetchRole(email: string, token: string): Promise<Role> {
  const as = { bearer: token };
  const [{ admin }, { instructor }] = await Promise.all([
    request(calls.adminRole(email), { as }),
    request(calls.instructorRole(email), { as }),
  ]);
  if (admin) return "admin";
  return instructor ? "instructor" : "student";
}

/** The current user's e-mail settings, and the time of the last e-mail that their address refused. */
export function useEmailSettings() {
  return useUserData(calls.myEmail);
}
