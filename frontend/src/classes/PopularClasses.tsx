import { Link } from "react-router-dom";
import { EmptyState } from "../shared/EmptyState";
import { ErrorState } from "../shared/ErrorState";
import { calls, pages } from "../shared/paths";
import { usePublicData } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { ClassGrid, RoleNote } from "./ClassGrid";
import { useClassSelection } from "./useClassSelection";
import { useSelectAfterLogin } from "./useSelectAfterLogin";

/** The classes with the most students. */
export function PopularClasses() {
  const { data, error, mutate } = usePublicData(calls.popularClasses);
  const selection = useClassSelection();
  useSelectAfterLogin(data, selection);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons />;
  if (data.length > 0)
    return (
      <>
        <ClassGrid classes={data} selection={selection} level={3} />
        {/* Below the classes, because it appears after the session is restored. */}
        <RoleNote />
      </>
    );
  return (
    <EmptyState title="No classes yet" level={3}>
      <p>
        We're planning the next season. In the meantime,{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </EmptyState>
  );
}
