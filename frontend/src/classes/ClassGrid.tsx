import { useDeferredValue } from "react";
import { useSessionState } from "../accounts/SessionProvider";
import type { CampClass } from "./api";
import { ClassCard } from "./ClassCard";
import { LoginFirst } from "./LoginFirst";
import type { Selecting } from "./useSelecting";

interface ClassGridProps {
  classes: readonly CampClass[];
  selecting: Selecting;
  level?: 2 | 3;
}

/** As many as fill the first screen of a large desk. */
const SEEN_FIRST = 6;

/** Classes side by side, to be selected. */
export function ClassGrid({ classes, selecting, level }: ClassGridProps) {
  // What is seen first is drawn first; the rest follows at once, when that is on the screen.
  const drawn = useDeferredValue(classes, classes.slice(0, SEEN_FIRST));
  return (
    <>
      <ul className="row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4 list-unstyled">
        {drawn.map((campClass, place) => (
          <li className="col" key={campClass._id}>
            <ClassCard
              campClass={campClass}
              selecting={selecting}
              level={level}
              eager={level !== 3 && place === 0}
            />
          </li>
        ))}
      </ul>
      <LoginFirst campClass={selecting.wanted} close={selecting.forgetWanted} />
    </>
  );
}

/** Said once for all the buttons that are disabled. */
export function RoleNote() {
  const state = useSessionState();
  if (state.status !== "in" || state.role === "student") return null;
  const who = state.role === "admin" ? "an admin" : "an instructor";
  return <p className="role-note">You are here as {who}: only students select classes.</p>;
}
