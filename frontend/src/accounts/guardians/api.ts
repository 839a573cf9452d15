import { request } from "../../shared/api/request";
import { FRESH, useUserData } from "../../shared/api/resources";
import type { ApiPath, RequestBody, Row } from "../../shared/api/types";
import { path } from "../../shared/paths";

/** Somebody beside the family's account who sees a child's classes, or is invited to. */
export type Guardian = Row<"/children">["guardians"][number];
/** A child with who else sees it. */
export type SeenChild<G = Guardian> = Pick<Row<"/children">, "_id" | "name"> & { guardians: G[] };
/** As the office sees a guardian: with a note. */
export type NotedGuardian = Row<"/children/{id}/guardians">;
/** A child of another account that the user sees. */
export type SharedChild = Row<"/sharedChildren">;

/** Not in `calls`, which is part of the home page's script. */
const guardianCalls = {
  guardians: (childId: string) => path("/children/{id}/guardians", childId),
  guardian: (childId: string, id: string) =>
    `${path("/children/{id}/guardians", childId)}/${id}` as ApiPath<"/children/{id}/guardians/{guardian_id}">,
};

export const SHARED_CHILDREN = path("/sharedChildren");

/** The children of other accounts that the user sees, with their seats, messages and missing paperwork. */
export function useSharedChildren() {
  return useUserData(SHARED_CHILDREN, FRESH);
}

/** Who else sees a child of any family, for the office: with a note. */
export function useGuardians(childId: string) {
  return useUserData(guardianCalls.guardians(childId));
}

/** Ends it, or declines the invitation. @throws ApiError 409 `frozen`; 404 */
export async function endGuardianship(childId: string, id: string): Promise<void> {
  await request(guardianCalls.guardian(childId, id), { method: "DELETE" });
}

/** Stops a guardian, or lets them see the child again; for the office. @throws ApiError 404 */
export async function freezeGuardian(
  childId: string,
  id: string,
  body: RequestBody<"PATCH", "/children/{id}/guardians/{guardian_id}">,
): Promise<void> {
  await request(guardianCalls.guardian(childId, id), { method: "PATCH", body });
}
