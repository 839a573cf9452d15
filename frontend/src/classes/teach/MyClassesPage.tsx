import { Link } from "react-router-dom";
import { useUserData, useUserEmail } from "../../shared/api/resources";
import { CardGrid } from "../../shared/components/CardGrid";
import { formatSum } from "../../shared/money";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import type { OwnClass, ReviewedClass } from "../api";
import { DenialReason } from "../card/DenialReason";
import { ReviewedClassCard } from "../card/ReviewedClassCard";
import { StatusFilter, useStatusFilter, useStatusLinks } from "../review/StatusFilter";

/** The classes of the current instructor, with the results of their review. */
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
  const email = useUserEmail();
  const { data, error, mutate } = useUserData(email === null ? null : calls.myClasses(email));
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons count={3} layout="dashboard" />;
  if (data.length === 0) {
    return (
      <EmptyState title="You haven't added a class yet.">
        <p>Tell us what you'd like to teach. Once an admin approves your class, students can join.</p>
        <Link className="btn btn-primary" to={pages.addClass}>
          Add your first class
        </Link>
      </EmptyState>
    );
  }
  return <FilteredClasses classes={data} />;
}

function FilteredClasses({ classes }: { classes: OwnClass[] }) {
  const status = useStatusFilter();
  const shown = status ? classes.filter((campClass) => campClass.status === status) : classes;
  return (
    <>
      <StatusFilter classes={classes} selected={status} />
      {shown.length === 0 ? <NoMatches /> : null}
      <CardGrid
        items={shown}
        keyOf={({ _id }) => _id}
        layout="dashboard"
        card={(campClass) => <MyClassCard campClass={campClass} />}
      />
    </>
  );
}

function NoMatches() {
  return (
    <EmptyState title="You have no classes with this status.">
      <Link to={useStatusLinks()(null)}>See all my classes</Link>
    </EmptyState>
  );
}

function MyClassCard({ campClass }: { campClass: OwnClass }) {
  const { _id, nameClass, withdrawnAt } = campClass;
  const name = <span className="visually-hidden"> {nameClass}</span>;
  return (
    <ReviewedClassCard
      campClass={campClass}
      sales={<Sales campClass={campClass} />}
      note={<ReviewNote campClass={campClass} />}
      action={
        withdrawnAt === null ? (
          <Link className="btn btn-primary" to={pages.updateClass(_id)}>
            Update{name}
          </Link>
        ) : null
      }
      more={
        <>
          <Link className="btn btn-outline-secondary btn-sm" to={pages.staffClass(_id)}>
            Roster{name}
          </Link>
          <Link className="btn btn-outline-secondary btn-sm" to={pages.duplicateClass(_id)}>
            Duplicate{name}
          </Link>
        </>
      }
    />
  );
}

function Sales({ campClass: { enroll, seats, income } }: { campClass: OwnClass }) {
  return (
    <p className="fw-semibold mb-2">
      <span className="amount">{enroll}</span> of <span className="amount">{enroll + seats}</span> sold,{" "}
      <span className="amount">{formatSum(income)}</span>
    </p>
  );
}

/** The result of the review, for a class that is not approved. */
function ReviewNote({ campClass }: { campClass: ReviewedClass }) {
  if (campClass.status === "Approved") return null;
  if (campClass.status === "Pending") return <p className="verdict">{pendingText(campClass)}</p>;
  return <DenialReason feedback={campClass.feedback} />;
}

function pendingText({ feedback }: ReviewedClass): string {
  // The feedback of an earlier denial stays when the class is resubmitted.
  return feedback ? "Sent for approval again." : "Waiting for approval.";
}
