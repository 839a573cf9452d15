import { request } from "../../shared/api/request";
import { useFreshUserData } from "../../shared/api/resources";
import type { RequestBody, ResponseBody, Row } from "../../shared/api/types";
import { calls, path } from "../../shared/paths";

export type SchoolFacts = ResponseBody<"GET", "/school">;
export type Craft = Row<"/crafts">;

export function useSchool() {
  return useFreshUserData(path("/school"));
}

/** Replaces all facts. @throws ApiError 400 with `fields` */
export async function saveSchool(body: RequestBody<"PUT", "/school">): Promise<void> {
  await request(path("/school"), { method: "PUT", body });
}

/** Adds a craft, or renames the one with this slug. @throws ApiError 409 `already_exists` */
export async function saveCraft(slug: string | null, name: string): Promise<void> {
  const body = { name };
  if (slug === null) await request(calls.crafts, { method: "POST", body });
  else await request(path("/crafts/{slug}", slug), { method: "PUT", body });
}

/** @throws ApiError 409 `in_use` */
export async function removeCraft({ slug }: Craft): Promise<void> {
  await request(path("/crafts/{slug}", slug), { method: "DELETE" });
}
