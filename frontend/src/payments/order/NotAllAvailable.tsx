import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { pages } from "../../shared/paths";
import { nextStepAfter, obstaclesOf } from "./obstacles";

export interface RefusalProps {
  error: unknown;
  /** The selections whose seats were requested, at the current prices. */
  lines: readonly Selection[];
  busy: boolean;
  retry: () => Promise<unknown>;
}

/** Explains that some of the seats are not available, and offers to continue with the others. */
export function NotAllAvailable({ error, lines, busy, retry }: RefusalProps) {
  const obstacles = obstaclesOf(error);
  const refused = new Set(obstacles.map(({ selectionId }) => selectionId));
  const others = lines.map(({ _id }) => _id).filter((id) => !refused.has(id));
  const final = obstacles.some((each) => nextStepAfter(each).final);
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>{errorMessage(error)}</p>
      <div className="d-flex flex-wrap gap-2">
        <ContinueLink ids={others} />
        {final ? null : (
          <BusyButton variant="outline-secondary" busy={busy} onClick={() => void retry()}>
            Try again
          </BusyButton>
        )}
        <Link className="btn btn-outline-primary" to={pages.mySelectedClasses}>
          My Selected Classes
        </Link>
      </div>
    </div>
  );
}

/** A link to the checkout of the remaining selections. Renders nothing if there are none. */
export function ContinueLink({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Link className="btn btn-primary" to={pages.checkoutOf(ids)}>
      {ids.length === 1 ? "Continue with the other class" : `Continue with the other ${ids.length} classes`}
    </Link>
  );
}
