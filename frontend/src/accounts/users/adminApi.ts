import { request } from "../../shared/api/request";
import type { Row } from "../../shared/api/types";
import { calls } from "../../shared/paths";
import type { Role } from "../api";

const CALLS = { admin: calls.adminRole, instructor: calls.instructorRole, student: calls.studentRole };

/** A class that an instructor teaches. */
export type TaughtClass = Row<"/classes">;

/**
 * Assigns a role; only for admins.
 *
 * @param keepClasses an instructor who becomes a student keeps the coming classes
 * @throws ApiError 409 `last_admin`, `email_not_verified`, `has_classes`; 404 if the user does not exist any longer
 */
export async function assignRole(id: string, role: Role, keepClasses = false): Promise<void> {
  const body = role === "student" ? { keepClasses } : undefined;
  await request(CALLS[role](id), { method: "PATCH", body });
}

/** The approved classes of an instructor that are not over. */
export async function fetchComingClasses(instructorId: string): Promise<TaughtClass[]> {
  const classes = await request(calls.classes, { as: "anonymous" });
  return classes.filter((each) => each.instructorId === instructorId);
}
