import { formatSiteMoment } from "../../shared/siteTime";
import type { CampClass } from "../api";
import { hasPassed, opensText } from "../model/opening";

/** Says on the page of a class when its registration opens. */
export function OpeningNote({ campClass }: { campClass: CampClass }) {
  const { opensAt, returningOpensAt } = campClass;
  const isForReturning = returningOpensAt !== null && !hasPassed(returningOpensAt);
  return (
    <p className="verdict mb-2">
      <strong>{opensText(opensAt)}.</strong>{" "}
      {isForReturning ? `For returning families ${formatSiteMoment(returningOpensAt)}. ` : null}
      {returningOpensAt !== null && !isForReturning ? "Returning families can book now. " : null}
      You can select the class now, and pay then.
    </p>
  );
}
