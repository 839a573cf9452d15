import { useContext } from "react";
import { Link } from "react-router-dom";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { PersonContext, useMine } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import type { ReviewedClass } from "./approval";
import { CardGrid, ReviewedClassCard } from "./ReviewedClassCard";

/** What an instructor teaches, and what the admins say of it. */
export default function MyClassesPage() {
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-center gap-3 mb-4">
        <PageHeading className="mb-0">My Classes</PageHeading>
        <Link className="btn btn-primary" to={pages.addClass}>
          Add a Class
        </Link>
      </div>
      <MyClasses />
    </>
  );
}

function MyClasses() {
  const email = useContext(PersonContext);
  const { data, error, mutate } = useMine<ReviewedClass[]>(email === null ? null : calls.myClasses(email));
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons count={3} grid="reviewed-grid" />;
  if (data.length === 0) {
    return (
      <EmptyState title="You have not offered a class yet.">
        <p>Say what you want to teach: an admin looks at it, and then it is open to everybody.</p>
        <Link className="btn btn-primary" to={pages.addClass}>
          Add your first class
        </Link>
      </EmptyState>
    );
  }
  return <CardGrid items={data} keyOf={({ _id }) => _id} card={(of) => <MyClassCard of={of} />} />;
}

function MyClassCard({ of }: { of: ReviewedClass }) {
  const name = <span className="visually-hidden"> {of.nameClass}</span>;
  const actions = (
    <>
      <Link className="btn btn-primary btn-sm" to={pages.updateClass(of._id)}>
        Update{name}
      </Link>
      <Link className="btn btn-outline-secondary btn-sm" to={pages.roster(of._id)}>
        Roster{name}
      </Link>
    </>
  );
  return <ReviewedClassCard of={of} note={<Verdict of={of} />} actions={actions} />;
}

/** What the admins say of a class that is not open to everybody. */
function Verdict({ of }: { of: ReviewedClass }) {
  if (of.status === "Approved") return null;
  if (of.status === "Pending") return <p className="verdict">{pendingText(of)}</p>;
  return (
    <div className="verdict verdict-denied">
      <p className="fw-semibold mb-1">Why it was denied</p>
      <p className="text-pre mb-1">{of.feedback || "No reason was given yet."}</p>
      <p className="mb-0">Change the class and it is sent for approval again.</p>
    </div>
  );
}

function pendingText({ feedback }: ReviewedClass): string {
  // Feedback outlives a change: what was denied once has been sent anew.
  return feedback ? "Sent for approval again." : "Waiting for an admin to decide.";
}
