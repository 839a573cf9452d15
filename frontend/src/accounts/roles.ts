import { calls } from "../shared/paths";
import { request } from "../shared/request";
import type { Role } from "./api";

/** The roles that can be given here. */
export type GivenRole = Exclude<Role, "student">;

/**
 * Gives somebody a role; only an admin may.
 *
 * @throws ApiError 409 `last_admin`, `email_not_verified`; 404 where there is no such person any longer
 */
export async function giveRole(id: string, role: GivenRole): Promise<void> {
  const path = role === "admin" ? calls.makeAdmin(id) : calls.makeInstructor(id);
  await request(path, { method: "PATCH" });
}
