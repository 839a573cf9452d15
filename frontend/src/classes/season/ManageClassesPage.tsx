import { useEffect, useState } from "react";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading } from "../../shared/screens/Page";
import { ALL_SEASONS, NO_SEASON, type SeasonScope } from "../model/seasons";
import { useAdminSeasons } from "./api";
import { SeasonClasses } from "./SeasonClasses";
import { SeasonHeader } from "./SeasonHeader";
import { parseSearch, writeSearch } from "./table/rows";
import "./season.scss";

/** The office's page of the classes of a season, or of all: a table, or cards. */
export default function ManageClassesPage() {
  const { data, error, mutate } = useAdminSeasons();
  const [search, change] = useSearchState(parseSearch, writeSearch);
  // The slug of a season follows its name.
  const [savedId, setSavedId] = useState<string | null>(null);
  const saved = data?.find(({ _id }) => _id === savedId);
  useEffect(() => {
    if (!saved) return;
    change({ season: saved.slug });
    setSavedId(null);
  }, [saved, change]);
  if (!data)
    return (
      <>
        <LoadingHeading title="Manage Classes" />
        <LoadingRows error={error} retry={mutate} count={10} />
      </>
    );
  const season = data.find(({ slug }) => slug === search.season) ?? null;
  const scope = season ?? scopeOf(search.season);
  return (
    <>
      <SeasonHeader season={season} seasons={data} saved={setSavedId} />
      <SeasonClasses key={scope.slug} season={scope} seasons={data} search={search} change={change} />
    </>
  );
}

function scopeOf(slug: string): SeasonScope {
  return [ALL_SEASONS, NO_SEASON].find((each) => each.slug === slug) ?? { _id: null, slug, name: slug };
}
