import { Link } from "react-router-dom";
import { pages } from "../../../shared/paths";
import { countOf } from "../../model/facts";
import type { Overlap } from "./rows";

const KINDS: Record<Overlap["kind"], string> = {
  instructor: "Same instructor as",
  place: "Same place as",
};

/** So many are unfolded. */
const FIRST = 2;

/** With which classes a class overlaps. Renders nothing if there are none. */
export function Overlaps({ overlaps }: { overlaps: readonly Overlap[] }) {
  if (overlaps.length === 0) return null;
  const more = overlaps.slice(FIRST);
  return (
    <>
      <OverlapList overlaps={overlaps.slice(0, FIRST)} />
      {more.length > 0 ? (
        <details className="overlaps">
          <summary>{more.length} more</summary>
          <OverlapList overlaps={more} />
        </details>
      ) : null}
    </>
  );
}

function OverlapList({ overlaps }: { overlaps: readonly Overlap[] }) {
  return (
    <ul className="overlaps list-unstyled mb-0">
      {overlaps.map(({ kind, otherId, otherName, lessons }) => (
        <li key={kind + otherId}>
          {KINDS[kind]} <Link to={pages.staffClass(otherId)}>{otherName}</Link> ({countOf(lessons, "lesson")})
        </li>
      ))}
    </ul>
  );
}
