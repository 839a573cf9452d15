import { memo, useDeferredValue } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { usePublic } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import type { CampClass } from "./api";
import { BrowsingForm } from "./BrowsingForm";
import { ALL, type Browsing, browse } from "./browsing";
import { ClassGrid, RoleNote } from "./ClassGrid";
import { useBrowsing } from "./useBrowsing";
import { useChosenBefore } from "./useChosenBefore";
import { useSelecting } from "./useSelecting";

/** Every class on offer, to be searched, filtered, sorted and selected. */
export default function AllClassesPage() {
  const { data, error, mutate } = usePublic<CampClass[]>(calls.classes);
  const [browsing, change] = useBrowsing();
  // A long list must not hold up the typing: it follows when there is time.
  const settled = useDeferredValue(browsing);
  return (
    <div className="container py-5">
      <header className="page-head">
        <PageHeading>All Classes</PageHeading>
        <p className="lead">Small classes, taught at real benches. Choose one, then pay to take your seat.</p>
      </header>
      <BrowsingForm browsing={browsing} change={change} />
      {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {!data && !error ? <CardSkeletons /> : null}
      {data ? <Classes classes={data} browsing={settled} change={change} /> : null}
    </div>
  );
}

interface ClassesProps {
  classes: readonly CampClass[];
  browsing: Browsing;
  change: (change: Partial<Browsing>) => void;
}

const Classes = memo(function Classes({ classes, browsing, change }: ClassesProps) {
  const selecting = useSelecting();
  useChosenBefore(classes, selecting);
  if (classes.length === 0) return <NothingYet />;
  const shown = browse(classes, browsing);
  return (
    <>
      <div className="grid-head">
        <p role="status">{countOf(shown.length, classes.length)}</p>
        <RoleNote />
      </div>
      {shown.length === 0 ? (
        <NoMatch showAll={() => change(ALL)} />
      ) : (
        <ClassGrid classes={shown} selecting={selecting} />
      )}
    </>
  );
});

function countOf(shown: number, all: number): string {
  if (shown < all) return `${shown} of ${all} classes`;
  return all === 1 ? "1 class" : `${all} classes`;
}

function NoMatch({ showAll }: { showAll: () => void }) {
  return (
    <EmptyState title="No class matches">
      <p>Try fewer words or a higher price.</p>
      <Button variant="outline-primary" onClick={showAll}>
        Show all classes
      </Button>
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState title="No classes yet">
      <p>
        The next season is being planned. <Link to={pages.contact}>Ask us</Link> what is coming, or{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </EmptyState>
  );
}
