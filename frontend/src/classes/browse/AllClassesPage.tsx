import { memo, useDeferredValue } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { usePublicData } from "../../shared/api/resources";
import { LEADS } from "../../shared/firstScreen";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import type { CampClass } from "../api";
import { useCraftName } from "../page/classFacts";
import { useClassSelection } from "../select/useClassSelection";
import { ClassGrid, useRoleNote } from "./ClassGrid";
import { ClassSearchForm } from "./ClassSearchForm";
import { type ClassSearch, DEFAULT_SEARCH, parseSearch, searchClasses, writeSearch } from "./classSearch";

/** All approved classes, with search, filters and sorting. Students select classes here. */
export default function AllClassesPage() {
  const { data, error, mutate } = usePublicData(calls.classes);
  const [search, change] = useSearchState(parseSearch, writeSearch);
  const roleNote = useRoleNote();
  // Rendering a long list must not block typing.
  const deferredSearch = useDeferredValue(search);
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
      <ClassSearchForm classes={data ?? []} search={search} change={change} />
      {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {!data && !error ? <CardSkeletons /> : null}
      {data ? <Classes classes={data} search={deferredSearch} change={change} /> : null}
    </div>
  );
}

interface ClassesProps {
  classes: readonly CampClass[];
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

const Classes = memo(function Classes({ classes, search, change }: ClassesProps) {
  const selection = useClassSelection(classes);
  const craftName = useCraftName();
  if (classes.length === 0) return <NoClasses />;
  const matches = searchClasses(classes, search, craftName);
  return (
    <>
      <p role="status">{countText(matches.length, classes.length)}</p>
      {matches.length === 0 ? (
        <NoMatches showAll={() => change(DEFAULT_SEARCH)} />
      ) : (
        <ClassGrid classes={matches} selection={selection} eager />
      )}
    </>
  );
});

function countText(shown: number, total: number): string {
  if (shown < total) return `${shown} of ${total} classes`;
  return total === 1 ? "1 class" : `${total} classes`;
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
