import { Link } from "react-router-dom";
import { isPhone } from "../../../shared/isPhone";
import { pages } from "../../../shared/paths";
import { countOf } from "../../model/facts";
import type { Overlap } from "./rows";

const KINDS: Record<Overlap["kind"], string> = {
  instructor: "Same instructor as",
  place: "Same place as",
};

/** With which classes a class overlaps. Renders nothing if there are none. */
export function Overlaps({ overlaps }: { overlaps: readonly Overlap[] }) {
  if (overlaps.length === 0) return null;
  // On a phone none, because a season has many rows.
  const unfolded = isPhone() ? 0 : 2;
  const more = overlaps.slice(unfolded);
  return (
    <>
      {unfolded > 0 ? <OverlapList overlaps={overlaps.slice(0, unfolded)} /> : null}
      {more.length > 0 ? (
        <details className="overlaps">
          <summary>{unfolded > 0 ? `${more.length} more` : countOf(more.length, "conflict")}</summary>
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
