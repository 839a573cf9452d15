import { useDeferredValue, useMemo, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useSearchParams } from "react-router-dom";
import { TabLinks } from "../../shared/components/TabLinks";
import { withParameters } from "../../shared/hooks/useSearchState";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import type { ReviewedClass } from "../api";
import type { Season, SeasonScope } from "../model/seasons";
import { ManagedCards } from "../review/ManagedCards";
import { StatusFilter } from "../review/StatusFilter";
import { UndoApprovals } from "../review/UndoApprovals";
import { useApprovals } from "../review/useApprovals";
import { useSeasonRows } from "./api";
import { ChosenBar } from "./table/ChosenBar";
import { ClassFilters } from "./table/ClassFilters";
import type { RowActions } from "./table/columns";
import {
  type ClassSearch,
  isFiltered,
  NO_FILTER,
  type SeasonRow,
  searchRows,
  shownSearch,
} from "./table/rows";
import { ChooseAll, SeasonCount } from "./table/SeasonCount";
import { SeasonTable } from "./table/SeasonTable";
import { useChosenClasses } from "./table/useChosenClasses";

interface SeasonClassesProps {
  season: SeasonScope;
  seasons: readonly Season[];
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

/** The classes of a season with their search, as a table or as cards. */
export function SeasonClasses(props: SeasonClassesProps) {
  const { rows, error, retry, save } = useSeasonRows(props.season);
  if (!rows) return <LoadingRows error={error} retry={retry} count={10} />;
  return <LoadedClasses {...props} rows={rows} save={save} />;
}

interface LoadedClassesProps extends SeasonClassesProps, Pick<RowActions, "save"> {
  rows: readonly SeasonRow[];
}

function LoadedClasses({ season, seasons, rows, save, search, change }: LoadedClassesProps) {
  const [query] = useSearchParams();
  const classes = rows.map(({ campClass }) => campClass);
  // Without anything in the address, the page opens on the classes that wait for a decision.
  const [initial] = useState<"Pending" | "All">(() =>
    season.slug === "" && search.view === "" && !isFiltered(search) && classes.some(isPending)
      ? "Pending"
      : "All",
  );
  const shown = useMemo(() => shownSearch(search, initial), [search, initial]);
  const { status, view } = shown;
  const viewLink = (to: "table" | "cards") => `?${withParameters(query, { view: to, status })}`;
  const approvals = useApprovals();
  // Rendering a long table must not block typing.
  const deferred = useDeferredValue(shown);
  const matches = useMemo(() => searchRows(rows, deferred), [rows, deferred]);
  return (
    <>
      <ClassFilters search={shown} change={change} seasons={seasons} />
      <StatusFilter classes={classes} selected={status === "All" ? null : status} parameters={{ view }} />
      <div className="d-flex flex-wrap justify-content-between align-items-center gap-2 mb-3">
        <ReviewLink pending={classes.filter((each) => isPending(each) && !approvals.isApproving(each))} />
        <TabLinks
          label="View"
          tabs={[
            [viewLink("table"), "Table"],
            [viewLink("cards"), "Cards"],
          ]}
          current={viewLink(view)}
          inPlace
        />
      </div>
      {matches.length === 0 ? (
        <NoClasses
          hasAny={rows.length > 0}
          isSeason={season._id !== null}
          showAll={() => change(NO_FILTER)}
          status={status}
        />
      ) : null}
      {view === "cards" ? (
        <ManagedCards classes={matches.map(({ campClass }) => campClass)} approvals={approvals} />
      ) : (
        <TableOfClasses {...{ season, seasons, rows, save, change }} search={shown} matches={matches} />
      )}
      <UndoApprovals approvals={approvals} />
    </>
  );
}

function isPending({ status }: ReviewedClass): boolean {
  return status === "Pending";
}

/** Leads to the review page, with the class that has waited longest. */
function ReviewLink({ pending }: { pending: readonly ReviewedClass[] }) {
  const oldest = pending.at(-1);
  if (!oldest) return null;
  return (
    <Link className="btn btn-primary" to={pages.reviewClass(oldest._id)}>
      {pending.length === 1 ? "Review 1 pending class" : `Review ${pending.length} pending classes`}
    </Link>
  );
}

function TableOfClasses({ matches, ...props }: LoadedClassesProps & { matches: readonly SeasonRow[] }) {
  const { season, seasons, rows, save, search, change } = props;
  const choice = useChosenClasses(matches);
  return (
    <>
      {matches.length > 0 ? (
        <>
          <SeasonCount rows={rows} matches={matches} change={change}>
            <ChooseAll matches={matches} choice={choice} />
          </SeasonCount>
          <SeasonTable
            rows={matches}
            chosen={choice.ids}
            search={search}
            change={change}
            toggle={choice.toggle}
            save={save}
          />
        </>
      ) : null}
      <ChosenBar season={season} seasons={seasons} chosen={choice.chosen} clear={choice.clear} />
    </>
  );
}

const EMPTY_TITLES: Record<string, string> = {
  Pending: "No classes are waiting for review.",
  Approved: "No classes have been approved yet.",
  Denied: "No classes have been denied.",
};

interface NoClassesProps {
  hasAny: boolean;
  /** Whether the page shows one season. */
  isSeason: boolean;
  showAll: () => void;
  status: string;
}

function NoClasses({ hasAny, isSeason, showAll, status }: NoClassesProps) {
  if (!hasAny)
    return (
      <EmptyState title="No classes here yet">
        <p className="mb-0">
          {isSeason
            ? "Add a class, or open the Season menu: copy another season's classes, or import a spreadsheet."
            : "Add a class, or choose a season: copy last season's classes into it, or import a spreadsheet."}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title={EMPTY_TITLES[status] ?? "No classes match"}>
      <Button variant="outline-primary" onClick={showAll}>
        Show all classes
      </Button>
    </EmptyState>
  );
}
