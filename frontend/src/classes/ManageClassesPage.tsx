import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useSearchParams } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { calls } from "../shared/paths";
import { useMine } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { type ReviewedClass, STATUSES, type Status } from "./approval";
import { DecisionButtons } from "./DecisionButtons";
import { CardGrid, ReviewedClassCard } from "./ReviewedClassCard";

/** How many cards are drawn at first, and with each "Show more". */
const BATCH = 30;

/** Where an admin decides about classes. */
export default function ManageClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">Manage Classes</PageHeading>
      <Classes />
    </>
  );
}

function Classes() {
  const [params] = useSearchParams();
  const status = STATUSES.find((each) => each === params.get("status")) ?? null;
  const { data, error, mutate } = useMine<ReviewedClass[]>(calls.classes, { dedupingInterval: 0 });
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons grid="reviewed-grid" />;
  return (
    <>
      <StatusFilter of={data} chosen={status} />
      <Cards
        key={status}
        of={status ? data.filter((each) => each.status === status) : data}
        status={status}
      />
    </>
  );
}

function StatusFilter({ of, chosen }: { of: ReviewedClass[]; chosen: Status | null }) {
  const count = (status: Status | null) =>
    status ? of.filter((each) => each.status === status).length : of.length;
  return (
    <nav aria-label="Classes by status" className="mb-4">
      <ul className="nav nav-pills gap-2">
        {[null, ...STATUSES].map((status) => (
          <li className="nav-item" key={status}>
            <Link
              className={`nav-link ${status === chosen ? "active" : ""}`}
              aria-current={status === chosen ? "page" : undefined}
              to={status ? `?status=${status}` : "?"}
            >
              {status ?? "All"} <span className="amount">({count(status)})</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const NOTHING: Record<Status, string> = {
  Pending: "No class is waiting for a decision.",
  Approved: "No class has been approved yet.",
  Denied: "No class has been denied.",
};

function Cards({ of, status }: { of: ReviewedClass[]; status: Status | null }) {
  const [shown, setShown] = useState(BATCH);
  if (of.length === 0) {
    return (
      <EmptyState title={status ? NOTHING[status] : "There are no classes yet."}>
        {status ? (
          <Link to="?">See all classes</Link>
        ) : (
          <p className="mb-0">As soon as an instructor offers one, it stands here.</p>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <CardGrid
        items={of.slice(0, shown)}
        keyOf={({ _id }) => _id}
        card={(each) => (
          <ReviewedClassCard
            of={each}
            note={<Feedback of={each} />}
            actions={<DecisionButtons of={each} />}
          />
        )}
      />
      {of.length > shown ? (
        <Button variant="outline-primary" className="mt-3" onClick={() => setShown(shown + BATCH)}>
          Show more ({of.length - shown})
        </Button>
      ) : null}
    </>
  );
}

/** What its instructor has been told. */
function Feedback({ of }: { of: ReviewedClass }) {
  if (!of.feedback || of.status === "Approved") return null;
  return (
    <div className="verdict">
      <p className="fw-semibold mb-1">
        {of.status === "Pending" ? "Feedback before it was changed" : "Feedback"}
      </p>
      <p className="text-pre mb-0">{of.feedback}</p>
    </div>
  );
}
