import { CardGrid } from "../../shared/components/CardGrid";
import type { User } from "../api";
import { InstructorCard } from "./InstructorCard";

/** The number of cards in the first row of a wide screen. */
const FIRST_ROW = 3;

export function InstructorGrid({ instructors, level }: { instructors: readonly User[]; level?: 2 | 3 }) {
  return (
    <CardGrid
      items={instructors}
      keyOf={({ _id }) => _id}
      layout="public"
      card={(instructor, index) => (
        <InstructorCard instructor={instructor} level={level} eager={level !== 3 && index < FIRST_ROW} />
      )}
    />
  );
}
