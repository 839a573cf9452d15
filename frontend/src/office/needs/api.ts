import { useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { path } from "../../shared/paths";

/** What waits for the office, of one kind. */
export type Need = Row<"/needs">;

/** What waits for the office; not requested unless `enabled`, which is for admins only. */
export function useNeeds({ enabled = true } = {}) {
  return useUserData(enabled ? path("/needs") : null);
}
