import { Link } from "react-router-dom";
import { EmptyState } from "../shared/EmptyState";
import { ErrorState } from "../shared/ErrorState";
import { LEADS } from "../shared/firstScreen";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { usePublicData } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { InstructorGrid } from "./InstructorGrid";

/** The public list of all instructors. */
export default function AllInstructorsPage() {
  return (
    <div className="container py-4 py-md-5">
      <header className="page-head">
        <PageHeading>All Instructors</PageHeading>
        <p className="lead">{LEADS["all-instructors"]}</p>
      </header>
      <Instructors />
    </div>
  );
}

function Instructors() {
  const { data, error, mutate } = usePublicData(calls.instructors);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons />;
  if (data.length > 0) return <InstructorGrid instructors={data} />;
  return (
    <EmptyState title="No instructors yet">
      <p>
        We're planning the next season. Would you like to teach? <Link to={pages.contact}>Write to us</Link>.
      </p>
    </EmptyState>
  );
}
