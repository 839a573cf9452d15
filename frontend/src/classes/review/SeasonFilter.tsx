import { FilterSelect } from "../../shared/forms/Filters";
import { NO_SEASON, useSeasons } from "../model/seasons";

interface SeasonFilterProps {
  /** The slug of a season, or of NO_SEASON; empty for all. */
  value: string;
  onChange: (season: string) => void;
}

/** A drop-down list of the seasons. Renders nothing while there are none. */
export function SeasonFilter({ value, onChange }: SeasonFilterProps) {
  const { data: seasons = [] } = useSeasons();
  if (seasons.length === 0) return null;
  return (
    <FilterSelect
      label="Season"
      any="All seasons"
      options={[
        ...seasons.map(({ slug, name }): [string, string] => [slug, name]),
        [NO_SEASON.slug, "No season"],
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
