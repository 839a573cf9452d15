import { InstructorGrid } from "../../accounts/instructors/InstructorGrid";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { CardSkeletons } from "../../shared/screens/Skeletons";

const MAX_INSTRUCTORS = 6;

/** The first six instructors of the list, which the server orders by number of students. */
export function PopularInstructors() {
  const { data, error, mutate } = usePublicData(calls.instructors);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons count={MAX_INSTRUCTORS} />;
  if (data.length > 0) return <InstructorGrid instructors={data.slice(0, MAX_INSTRUCTORS)} level={3} />;
  return (
    <EmptyState title="No instructors yet" level={3}>
      <p>We're planning the next season. Please check back soon.</p>
    </EmptyState>
  );
}
