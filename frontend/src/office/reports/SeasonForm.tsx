import { NO_SEASON, useSeasons } from "../../classes/model/seasons";
import type { DownloadedFile } from "../../shared/api/responses";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { FilterSelect } from "../../shared/forms/Filters";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";

const parse = (query: URLSearchParams) => ({ season: query.get("season") ?? "" });
const write = ({ season }: { season: string }, query: URLSearchParams) => withParameters(query, { season });

/** The season in the address, as the query of a report: empty for all classes. */
export function useSeasonQuery() {
  const [{ season }, change] = useSearchState(parse, write);
  const query: Record<string, string> = season === "" ? {} : { season };
  return { query, season, change };
}

interface SeasonFormProps extends Pick<ReturnType<typeof useSeasonQuery>, "season" | "change"> {
  download: () => Promise<DownloadedFile>;
}

/** The season that a report is about, and its download as CSV. */
export function SeasonForm({ season, change, download }: SeasonFormProps) {
  const seasons = useSeasons().data ?? [];
  return (
    <form
      className="range-form no-print"
      aria-label="What is shown"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterSelect
        label="Season"
        any="All classes"
        options={[...seasons, NO_SEASON].map(({ slug, name }) => [slug, name])}
        value={season}
        onChange={(slug) => change({ season: slug })}
      />
      <DownloadButton download={download} failure="The file couldn't be downloaded.">
        Download CSV
      </DownloadButton>
    </form>
  );
}
