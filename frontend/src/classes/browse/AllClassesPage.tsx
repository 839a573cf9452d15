import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useRef } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { usePublicData } from "../../shared/api/resources";
import { LEADS } from "../../shared/firstScreen";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons, RowSkeletons } from "../../shared/screens/Skeletons";
import type { CampClass } from "../api";
import { cardId } from "../model/cardFocus";
import { classCount, useCraftName } from "../model/facts";
import {
  CARDS,
  type ClassSearch,
  DEFAULT_SEARCH,
  parseSearch,
  searchClasses,
  writeSearch,
} from "../model/search";
import { OpeningBanner } from "../opening/OpeningBanner";
import { AgeChips } from "../select/ChildChips";
import { useClassSelection } from "../select/useClassSelection";
import { ClassGrid, useRoleNote } from "./ClassGrid";
import { ClassSearchForm } from "./ClassSearchForm";
import { FilterChips } from "./FilterChips";
import { ViewSwitch } from "./ViewSwitch";

/** Loaded when it is opened. */
const WeekPlanner = lazy(async () => {
  try {
    return await import("../planner/WeekPlanner");
  } catch {
    return { default: PlannerError };
  }
});

/** All approved classes, with search, filters and sorting. Students select classes here. */
export default function AllClassesPage() {
  const { data, error, mutate } = usePublicData(calls.classes);
  const [search, change] = useSearchState(parseSearch, writeSearch);
  const roleNote = useRoleNote();
  // Rendering a long list must not block typing.
  const deferredSearch = useDeferredValue(search);
  const craftName = useCraftName();
  const matches = useMemo(
    () => searchClasses(data ?? [], deferredSearch, craftName),
    [data, deferredSearch, craftName],
  );
  const filter = useCallback(
    (changes: Partial<ClassSearch>) => change({ shown: CARDS, ...changes }),
    [change],
  );
  return (
    <div className="container py-4 py-md-5">
      <header className="page-head">
        <PageHeading>All Classes</PageHeading>
        {/* The note is shown in the box of the text: above the list it would move the list on a phone. */}
        <p className="lead role-note-box">
          <span className={roleNote ? "invisible" : ""}>{LEADS["all-classes"]}</span>
          {roleNote ? <span>{roleNote}</span> : null}
        </p>
      </header>
      <OpeningBanner classes={data ?? []} />
      <ClassSearchForm classes={data ?? []} search={search} change={filter} count={matches.length} />
      {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {!data && !error ? <CardSkeletons /> : null}
      {data ? <Classes classes={data} matches={matches} search={deferredSearch} change={filter} /> : null}
    </div>
  );
}

interface ClassesProps {
  classes: readonly CampClass[];
  /** Those that the search finds, in its order. */
  matches: readonly CampClass[];
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

const Classes = memo(function Classes({ classes, matches, search, change }: ClassesProps) {
  const selection = useClassSelection(classes);
  const { view, child } = search;
  const { firstNew, onRendered } = useFocusOnNewCard();
  const showMore = () => {
    firstNew.current = matches[search.shown];
    change({ shown: search.shown + CARDS });
  };
  if (classes.length === 0) return <NoClasses />;
  return (
    <>
      <div className="class-count">
        <p role="status">{countText(matches.length, classes.length)}</p>
        <FilterChips search={search} change={change} />
        {view === "list" ? <AgeChips age={search.age} change={change} inline /> : null}
        <ViewSwitch search={search} change={change} />
      </div>
      {matches.length === 0 ? (
        <NoMatches showAll={() => change({ ...DEFAULT_SEARCH, view, child })} />
      ) : view === "weeks" ? (
        // As high as the screen, and without collapsing margins: neither the footer nor the first line moves.
        <div className="min-vh-100 d-flex flex-column">
          <Suspense fallback={<RowSkeletons />}>
            <WeekPlanner classes={matches} family={selection.family} search={search} change={change} />
          </Suspense>
        </div>
      ) : (
        <>
          <ClassGrid
            classes={matches.slice(0, search.shown)}
            selection={selection}
            eager
            onRendered={onRendered}
          />
          <ShowMore rest={matches.length - search.shown} onClick={showMore} />
        </>
      )}
    </>
  );
});

function countText(shown: number, total: number): string {
  if (shown < total) return `${shown} of ${total} classes`;
  return classCount(total);
}

interface ShowMoreProps {
  /** How many classes are not shown. */
  rest: number;
  onClick: () => void;
}

function ShowMore({ rest, onClick }: ShowMoreProps) {
  if (rest <= 0) return null;
  return (
    <p className="text-center mt-4">
      <Button variant="outline-primary" onClick={onClick}>
        Show {Math.min(rest, CARDS)} more
      </Button>
    </p>
  );
}

/** Moves the focus to the first of the cards that were added, once it is rendered. */
function useFocusOnNewCard() {
  const firstNew = useRef<CampClass | undefined>(undefined);
  const onRendered = () => {
    const card = firstNew.current && document.getElementById(cardId(firstNew.current));
    if (!card) return;
    card.focus({ preventScroll: true });
    firstNew.current = undefined;
  };
  return { firstNew, onRendered };
}

function PlannerError() {
  return <p role="alert">The week planner couldn't be loaded. Reload the page, or use the list.</p>;
}

function NoMatches({ showAll }: { showAll: () => void }) {
  return (
    <EmptyState title="No classes match">
      <p>Try fewer words, a different week or a higher price.</p>
      <Button variant="outline-primary" onClick={showAll}>
        Show all classes
      </Button>
    </EmptyState>
  );
}

function NoClasses() {
  return (
    <EmptyState title="No classes yet">
      <p>
        We're planning the next season. <Link to={pages.contact}>Ask us</Link> what's coming up, or{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </EmptyState>
  );
}
