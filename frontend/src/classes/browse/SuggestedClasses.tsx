import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { useClassSelection } from "../select/useClassSelection";
import { ClassGrid } from "./ClassGrid";

/** The most popular classes, below an empty list of the student. Shows nothing if they cannot be loaded. */
export function SuggestedClasses() {
  const { data } = usePublicData(calls.popularClasses);
  const selection = useClassSelection(data);
  if (!data || data.length === 0) return null;
  return (
    <section className="mt-5" aria-labelledby="suggested">
      <h2 id="suggested" className="fs-4 mb-3">
        Popular right now
      </h2>
      <ClassGrid classes={data} selection={selection} level={3} layout="dashboard" />
    </section>
  );
}
