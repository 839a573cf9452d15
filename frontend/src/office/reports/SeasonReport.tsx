import type { ReactNode } from "react";
import { NO_SEASON, useSeasons } from "../../classes/model/seasons";
import { FRESH, useUserData } from "../../shared/api/resources";
import type { ApiPath, Row } from "../../shared/api/types";
import { FilterSelect } from "../../shared/forms/Filters";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { downloadCsv, type Query } from "./api";
import { ReportForm } from "./ReportForm";

const parse = (query: URLSearchParams) => ({ season: query.get("season") ?? "" });
const write = ({ season }: { season: string }, query: URLSearchParams) => withParameters(query, { season });

type Template = "/reports/classes" | "/reports/instructors";

interface SeasonReportProps<T extends Template> {
  callOf: (query: Query) => ApiPath<T>;
  /** The name of the CSV. */
  name: string;
  /** Shown for a report without rows. */
  empty: string;
  children: (rows: Row<T>[]) => ReactNode;
}

/** A report about the season in the address, by default about all classes, with its download as CSV. */
export function SeasonReport<T extends Template>({ callOf, name, empty, children }: SeasonReportProps<T>) {
  const [{ season }, change] = useSearchState(parse, write);
  const { data: seasons = [] } = useSeasons();
  const query: Query = season === "" ? {} : { season };
  const { data, error, mutate } = useUserData(callOf(query), { ...FRESH, keepPreviousData: true });
  const rows = data as Row<T>[] | undefined;
  return (
    <>
      <ReportForm
        label="What is shown"
        download={() => downloadCsv(callOf({ ...query, format: "csv" }), name)}
      >
        <FilterSelect
          label="Season"
          any="All classes"
          options={[...seasons, NO_SEASON].map(({ slug, name }) => [slug, name])}
          value={season}
          onChange={(slug) => change({ season: slug })}
        />
      </ReportForm>
      {rows ? null : <LoadingRows error={error} retry={mutate} count={8} />}
      {rows?.length === 0 ? <EmptyState title={empty} /> : null}
      {rows && rows.length > 0 ? children(rows) : null}
    </>
  );
}
