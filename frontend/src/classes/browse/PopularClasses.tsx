import { Link } from "react-router-dom";
import { usePublicData } from "../../shared/api/resources";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import { useClassSelection } from "../select/useClassSelection";
import { ClassGrid } from "./ClassGrid";

/** The classes with the most students. */
export function PopularClasses() {
  const { data, error, mutate } = usePublicData(calls.popularClasses);
  const selection = useClassSelection(data);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons />;
  if (data.length > 0) return <ClassGrid classes={data} selection={selection} level={3} />;
  return (
    <EmptyState title="No classes yet" level={3}>
      <p>
        We're planning the next season. In the meantime,{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </EmptyState>
  );
}
