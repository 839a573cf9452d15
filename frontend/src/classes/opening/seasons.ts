import type { Row } from "../../shared/api/apiTypes";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";

export type Season = Row<"/seasons">;

/** All seasons, the latest first. */
export function useSeasons() {
  return usePublicData(calls.seasons);
}
