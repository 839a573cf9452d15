import type { User } from "../api";
import { InstructorCard } from "./InstructorCard";

/** The number of cards in the first row of a wide screen. */
const FIRST_ROW = 3;

export function InstructorGrid({ instructors, level }: { instructors: readonly User[]; level?: 2 | 3 }) {
  return (
    <ul className="row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4 list-unstyled">
      {instructors.map((instructor, index) => (
        <li className="col" key={instructor._id}>
          <InstructorCard instructor={instructor} level={level} eager={level !== 3 && index < FIRST_ROW} />
        </li>
      ))}
    </ul>
  );
}
