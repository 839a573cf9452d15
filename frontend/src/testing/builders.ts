import type { Role, User } from "../accounts/api";

let next = 1;

/** A user as the server lists one. */
export function aUser(given: Partial<User> = {}): User {
  const _id = String(next++);
  const defaults = {
    _id,
    name: `Person ${_id}`,
    photo: "",
    email: `person${_id}@camp.example`,
    role: "student" as Role,
  };
  return { ...defaults, ...given };
}

/** A site token that looks like the server's; `secondsLeft` until its end. */
export function aSiteToken({ user = "1", secondsLeft = 3600 } = {}): string {
  const claims = { user_id: user, exp: Math.floor(Date.now() / 1000) + secondsLeft };
  return ["header", btoa(JSON.stringify(claims)), `signature${next++}`].join(".");
}
