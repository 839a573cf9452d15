import Button from "react-bootstrap/Button";
import { useLocation, useNavigate } from "react-router-dom";
import { CardGrid } from "../../shared/components/CardGrid";
import type { ReviewedClass } from "../api";
import { ManagedClassCard } from "./ManagedClassCard";
import type { Approvals } from "./useApprovals";

/** The number of cards shown initially, less than five screens of a phone, and the number added by each "Show more". */
const FIRST_CARDS = 5;
const BATCH_SIZE = 30;

interface ManagedCardsProps {
  classes: ReviewedClass[];
  approvals: Approvals;
}

/** The classes as cards with the buttons of an admin. */
export function ManagedCards({ classes, approvals }: ManagedCardsProps) {
  const [shownCount, showMore] = useShownCount();
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

/** The number of cards to show. It is part of the history entry, so that Back shows as many as before. */
function useShownCount(): [number, showMore: () => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const { shownCount = FIRST_CARDS } = (location.state ?? {}) as { shownCount?: number };
  const showMore = () =>
    navigate(location, {
      replace: true,
      preventScrollReset: true,
      state: { shownCount: shownCount + BATCH_SIZE },
    });
  return [shownCount, showMore];
}
