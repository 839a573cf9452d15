import { calls } from "../shared/paths";
import { request } from "../shared/request";
import type { Role } from "./api";

const CALLS = { admin: calls.adminRole, instructor: calls.instructorRole, student: calls.studentRole };

/**
 * Assigns a role; only for admins.
 *
 * @throws ApiError 409 `last_admin`, `email_not_verified`; 404 if the user does not exist any longer
 */
export async function assignRole(id: string, role: Role): Promise<void> {
  await request(CALLS[role](id), { method: "PATCH" });
}
