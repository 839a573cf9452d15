import { Link } from "react-router-dom";
import { calls, pages } from "../shared/paths";
import { usePublic } from "../shared/resources";
import { CardSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import type { CampClass } from "./api";
import { ClassGrid, RoleNote } from "./ClassGrid";
import { useChosenBefore } from "./useChosenBefore";
import { useSelecting } from "./useSelecting";

/** The classes with the most students. */
export function PopularClasses() {
  const { data, error, mutate } = usePublic<CampClass[]>(calls.popularClasses);
  const selecting = useSelecting();
  useChosenBefore(data, selecting);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons />;
  if (data.length > 0)
    return (
      <>
        <RoleNote />
        <ClassGrid classes={data} selecting={selecting} level={3} />
      </>
    );
  return (
    <EmptyState title="No classes yet" level={3}>
      <p>
        The next season is being planned. <Link to={pages.allInstructors}>Meet the instructors</Link>{" "}
        meanwhile.
      </p>
    </EmptyState>
  );
}
