import { Link } from "react-router-dom";
import { pages } from "../../../shared/paths";
import { countOf } from "../../model/facts";
import type { Overlap, SeasonRow } from "./rows";

const KINDS: Record<Overlap["kind"], string> = {
  instructor: "Same instructor as",
  place: "Same place as",
};

interface OverlapsProps extends Pick<SeasonRow, "campClass" | "overlaps"> {
  /** How many are shown at once. */
  unfolded?: number;
}

/** With which classes a class overlaps; with at least one. */
export function Overlaps({ campClass, overlaps, unfolded = 2 }: OverlapsProps) {
  const more = overlaps.slice(unfolded);
  return (
    <>
      {unfolded > 0 ? <OverlapList overlaps={overlaps.slice(0, unfolded)} /> : null}
      {more.length > 0 ? (
        <details className="overlaps">
          <summary>
            {countOf(more.length, unfolded > 0 ? "more conflict" : "conflict")}
            <span className="visually-hidden"> of {campClass.nameClass}</span>
          </summary>
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
