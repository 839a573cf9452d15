import { Link } from "react-router-dom";
import { usePublicData } from "../../shared/api/resources";
import { LEADS } from "../../shared/firstScreen";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
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
