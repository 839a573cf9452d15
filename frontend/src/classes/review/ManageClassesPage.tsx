import Button from "react-bootstrap/Button";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { useUserData } from "../../shared/api/resources";
import { CardGrid } from "../../shared/components/CardGrid";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import type { ClassStatus, ReviewedClass } from "../api";
import { cardId } from "../model/cardFocus";
import { useSeasons } from "../model/seasons";
import { ManagedClassCard } from "./ManagedClassCard";
import { isFiltered, ManagedClassSearch, searchManaged, useManagedClassSearch } from "./ManagedClassSearch";
import { StatusFilter, useStatusFilter, useStatusLinks } from "./StatusFilter";
import { UndoApprovals } from "./UndoApprovals";
import { type Approvals, useApprovals } from "./useApprovals";

/** The number of cards shown initially, and added by each "Show more". */
const BATCH_SIZE = 30;

/** The page on which an admin manages all classes. It opens on those that wait for a decision. */
export default function ManageClassesPage() {
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-start gap-2 mb-3">
        <PageHeading>Manage Classes</PageHeading>
        <div className="d-flex flex-wrap gap-2">
          <Link className="btn btn-outline-primary" to={pages.seasons}>
            Seasons
          </Link>
          <Link className="btn btn-outline-primary" to={pages.addClass}>
            Add a class
          </Link>
        </div>
      </div>
      <Classes />
    </>
  );
}

function Classes() {
  const [search, change] = useManagedClassSearch();
  const status = useStatusFilter(search.show === "" ? "Pending" : "Approved");
  const approvals = useApprovals();
  const { data, error, mutate } = useUserData(calls.classes, { dedupingInterval: 0 });
  // The season filter would move the cards.
  const seasons = useSeasons();
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data || !(seasons.data ?? seasons.error)) return <CardSkeletons layout="dashboard" />;
  const withStatus = status ? data.filter((campClass) => campClass.status === status) : data;
  return (
    <>
      <StatusFilter classes={data} selected={status} />
      <ManagedClassSearch search={search} change={change} />
      <ReviewLink classes={data.filter((campClass) => !approvals.isApproving(campClass))} />
      <Cards
        classes={searchManaged(withStatus, search)}
        status={status}
        isSearch={isFiltered(search)}
        approvals={approvals}
      />
      <UndoApprovals approvals={approvals} onUndo={focusCard} />
    </>
  );
}

function focusCard(campClass: ReviewedClass): void {
  document.getElementById(cardId(campClass))?.focus();
}

/** Leads to the review page, with the class that has waited longest. */
function ReviewLink({ classes }: { classes: readonly ReviewedClass[] }) {
  const pending = classes.filter(({ status }) => status === "Pending");
  const oldest = pending.at(-1);
  if (!oldest) return null;
  return (
    <p className="mb-4">
      <Link className="btn btn-primary" to={pages.reviewClass(oldest._id)}>
        {pending.length === 1 ? "Review 1 pending class" : `Review ${pending.length} pending classes`}
      </Link>
    </p>
  );
}

const EMPTY_TITLES: Record<ClassStatus, string> = {
  Pending: "No classes are waiting for review.",
  Approved: "No classes have been approved yet.",
  Denied: "No classes have been denied.",
};

interface CardsProps {
  classes: ReviewedClass[];
  status: ClassStatus | null;
  isSearch: boolean;
  approvals: Approvals;
}

function Cards({ classes, status, isSearch, approvals }: CardsProps) {
  const [shownCount, showMore] = useShownCount();
  if (classes.length === 0) return <NoClasses status={status} isSearch={isSearch} />;
  return (
    <>
      <CardGrid
        items={classes.slice(0, shownCount)}
        keyOf={({ _id }) => _id}
        layout="dashboard"
        card={(campClass) => <ManagedClassCard campClass={campClass} approvals={approvals} />}
      />
      {classes.length > shownCount ? (
        <Button variant="outline-primary" className="mt-3" onClick={showMore}>
          Show more ({classes.length - shownCount})
        </Button>
      ) : null}
    </>
  );
}

function NoClasses({ status, isSearch }: Pick<CardsProps, "status" | "isSearch">) {
  const linkTo = useStatusLinks();
  if (isSearch)
    return (
      <EmptyState title="No classes match">
        <p className="mb-0">Try fewer words, another season or other days, or look among all classes.</p>
      </EmptyState>
    );
  return (
    <EmptyState title={status ? EMPTY_TITLES[status] : "No classes yet"}>
      {status ? (
        <Link to={linkTo(null)}>See all classes</Link>
      ) : (
        <p className="mb-0">New classes appear here as soon as an instructor adds one.</p>
      )}
    </EmptyState>
  );
}

/** The number of cards to show. It is part of the history entry, so that Back shows as many as before. */
function useShownCount(): [number, showMore: () => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const { shownCount = BATCH_SIZE } = (location.state ?? {}) as { shownCount?: number };
  const showMore = () =>
    navigate(location, {
      replace: true,
      preventScrollReset: true,
      state: { shownCount: shownCount + BATCH_SIZE },
    });
  return [shownCount, showMore];
}
