import { usePublicData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { calls } from "../../shared/paths";

export type Season = Row<"/seasons">;

/** What a list of classes is about: a season, or, without `_id`, the classes that have none. */
export type SeasonScope = Pick<Season, "slug" | "name"> & { _id: string | null };

/** Stands for the classes without a season, as on the server. */
export const NO_SEASON: SeasonScope = { _id: null, slug: "none", name: "Classes without a season" };

export const ALL_SEASONS: SeasonScope = { _id: null, slug: "", name: "All seasons" };

/** All seasons, the latest first. */
export function useSeasons() {
  return usePublicData(calls.seasons);
}
