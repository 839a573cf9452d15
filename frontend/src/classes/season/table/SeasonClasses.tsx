import { useDeferredValue, useMemo } from "react";
import Button from "react-bootstrap/Button";
import { useSearchState } from "../../../shared/hooks/useSearchState";
import { EmptyState } from "../../../shared/screens/EmptyState";
import { ErrorState } from "../../../shared/screens/ErrorState";
import { RowSkeletons } from "../../../shared/screens/Skeletons";
import type { Season, SeasonScope } from "../../model/seasons";
import { ChosenBar } from "./ChosenBar";
import { NO_FILTER, parseSearch, searchRows, writeSearch } from "./rows";
import { ChooseAll, SeasonCount } from "./SeasonCount";
import { SeasonFilters } from "./SeasonFilters";
import { SeasonTable } from "./SeasonTable";
import { useChosenClasses } from "./useChosenClasses";
import { useSeasonRows } from "./useSeasonRows";

interface SeasonClassesProps {
  season: SeasonScope;
  seasons: readonly Season[];
}

/** The table of the classes of a season, with its search, and with what changes several classes at once. */
export function SeasonClasses({ season, seasons }: SeasonClassesProps) {
  const { rows, error, retry, save } = useSeasonRows(season);
  const [search, change] = useSearchState(parseSearch, writeSearch);
  // Rendering a long table must not block typing.
  const deferred = useDeferredValue(search);
  const matches = useMemo(() => searchRows(rows ?? [], deferred), [rows, deferred]);
  const choice = useChosenClasses(matches);
  if (error && !rows) return <ErrorState error={error} retry={retry} />;
  if (!rows) return <RowSkeletons count={10} />;
  if (rows.length === 0) return <NoClasses />;
  return (
    <>
      <SeasonFilters search={search} change={change} />
      <SeasonCount rows={rows} matches={matches} change={change} />
      {matches.length === 0 ? (
        <EmptyState title="No classes match">
          <Button variant="outline-primary" onClick={() => change(NO_FILTER)}>
            Show all classes
          </Button>
        </EmptyState>
      ) : (
        <>
          <ChooseAll matches={matches} choice={choice} />
          <SeasonTable
            rows={matches}
            chosen={choice.ids}
            search={search}
            change={change}
            toggle={choice.toggle}
            save={save}
          />
        </>
      )}
      <ChosenBar season={season} seasons={seasons} chosen={choice.chosen} clear={choice.clear} />
    </>
  );
}

function NoClasses() {
  return (
    <EmptyState title="No classes in this season yet">
      <p className="mb-0">Copy last season's classes, import a spreadsheet, or add a class.</p>
    </EmptyState>
  );
}
