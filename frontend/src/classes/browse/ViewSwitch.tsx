import Button from "react-bootstrap/Button";
import type { ClassSearch } from "../model/search";
import { useAgedChildren } from "../select/ChildChips";

interface ViewSwitchProps {
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

const VIEWS = { list: "List", weeks: "Weeks" } as const;

/** Switches between the list and the week planner. A child chosen by its age in the list is chosen in the planner. */
export function ViewSwitch({ search, change }: ViewSwitchProps) {
  const chosen = useAgedChildren().find(({ age }) => age === search.age);
  const show = (view: ClassSearch["view"]) =>
    change(view === "weeks" && chosen?.childId ? { view, age: "", child: chosen.childId } : { view });
  return (
    <fieldset className="d-flex gap-1 ms-auto">
      <legend className="visually-hidden">Show the classes as</legend>
      {(["list", "weeks"] as const).map((view) => (
        <Button
          key={view}
          variant={view === search.view ? "secondary" : "outline-secondary"}
          aria-pressed={view === search.view}
          onClick={() => show(view)}
        >
          {VIEWS[view]}
        </Button>
      ))}
    </fieldset>
  );
}
