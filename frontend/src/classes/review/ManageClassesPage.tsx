import Button from "react-bootstrap/Button";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { useUserData } from "../../shared/api/resources";
import { CardGrid } from "../../shared/components/CardGrid";
import { calls } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import type { ClassStatus, ReviewedClass } from "../api";
import { ManagedClassCard } from "./ManagedClassCard";
import { StatusFilter, useStatusFilter } from "./StatusFilter";

/** The number of cards shown initially, and added by each "Show more". */
const BATCH_SIZE = 30;

/** The page on which an admin reviews classes. */
export default function ManageClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">Manage Classes</PageHeading>
      <Classes />
    </>
  );
}

function Classes() {
  const status = useStatusFilter();
  const { data, error, mutate } = useUserData(calls.classes, { dedupingInterval: 0 });
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons layout="dashboard" />;
  return (
    <>
      <StatusFilter classes={data} selected={status} />
      <Cards
        classes={status ? data.filter((campClass) => campClass.status === status) : data}
        status={status}
      />
    </>
  );
}

const EMPTY_TITLES: Record<ClassStatus, string> = {
  Pending: "No classes are waiting for review.",
  Approved: "No classes have been approved yet.",
  Denied: "No classes have been denied.",
};

function Cards({ classes, status }: { classes: ReviewedClass[]; status: ClassStatus | null }) {
  const [shownCount, showMore] = useShownCount();
  if (classes.length === 0) {
    return (
      <EmptyState title={status ? EMPTY_TITLES[status] : "No classes yet"}>
        {status ? (
          <Link to="?">See all classes</Link>
        ) : (
          <p className="mb-0">New classes appear here as soon as an instructor adds one.</p>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <CardGrid
        items={classes.slice(0, shownCount)}
        keyOf={({ _id }) => _id}
        layout="dashboard"
        card={(campClass) => <ManagedClassCard campClass={campClass} />}
      />
      {classes.length > shownCount ? (
        <Button variant="outline-primary" className="mt-3" onClick={showMore}>
          Show more ({classes.length - shownCount})
        </Button>
      ) : null}
    </>
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
