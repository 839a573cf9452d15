import { useDeferredValue, useEffect } from "react";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { CardGrid, type CardLayout } from "../../shared/components/CardGrid";
import type { CampClass } from "../api";
import { SelectionDialogs } from "../select/SelectionDialogs";
import type { ClassSelection } from "../select/useClassSelection";
import { PublicClassCard } from "./PublicClassCard";

interface ClassGridProps {
  classes: readonly CampClass[];
  selection: ClassSelection;
  /** The level of the headings. */
  level?: 2 | 3;
  layout?: CardLayout;
  /** Loads the picture of the first card eagerly, because it is visible without scrolling. */
  eager?: boolean;
  /** Called after the cards were rendered. */
  onRendered?: () => void;
}

/** The number of cards that fill the first screen of a large desktop. */
const INITIAL_COUNT = 6;

/** A grid of classes, with the dialogs that ask something before a class is selected. */
export function ClassGrid({
  classes,
  selection,
  level,
  layout = "public",
  eager = false,
  onRendered,
}: ClassGridProps) {
  // Renders the cards of the first screen first, and the others in a deferred render.
  const rendered = useDeferredValue(classes, classes.slice(0, INITIAL_COUNT));
  useEffect(() => onRendered?.());
  return (
    <>
      <CardGrid
        items={rendered}
        keyOf={({ _id }) => _id}
        layout={layout}
        card={(campClass, index) => (
          <PublicClassCard
            campClass={campClass}
            selection={selection}
            level={level}
            eager={eager && index === 0}
          />
        )}
      />
      <SelectionDialogs selection={selection} />
    </>
  );
}

/** Tells admins and instructors why all Select buttons are disabled. */
export function RoleNote() {
  const text = useRoleNote();
  return text ? <p className="role-note">{text}</p> : null;
}

/** The text of the note for the role of the user. Only admins and instructors have one. */
export function useRoleNote(): string | null {
  const state = useSessionState();
  if (state.status !== "in" || state.role === "student") return null;
  const roleName = state.role === "admin" ? "an admin" : "an instructor";
  return `You're logged in as ${roleName}. Only students can select classes.`;
}
