import type { User } from "../../accounts/api";
import { InstructorGrid } from "../../accounts/InstructorGrid";
import { calls } from "../../shared/paths";
import { usePublic } from "../../shared/resources";
import { CardSkeletons } from "../../shared/Skeletons";
import { EmptyState, ErrorState } from "../../shared/states";

const MOST = 6;

/** The first six: the server lists instructors by how many students they have. */
export function PopularInstructors() {
  const { data, error, mutate } = usePublic<User[]>(calls.instructors);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons count={MOST} />;
  if (data.length > 0) return <InstructorGrid instructors={data.slice(0, MOST)} level={3} />;
  return (
    <EmptyState title="No instructors yet" level={3}>
      <p>The next season is being planned. Come back soon.</p>
    </EmptyState>
  );
}
