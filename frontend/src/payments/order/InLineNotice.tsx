import { useState } from "react";
import { useIsPast } from "../../shared/hooks/useIsPast";

const USUAL_MS = 3000;

/** Says that the request waits in the server's line, if it takes longer than usual. Mount it while the request runs. */
export function InLineNotice() {
  const [usualEnd] = useState(() => Date.now() + USUAL_MS);
  const late = useIsPast(usualEnd);
  return (
    <span role="status">
      {late
        ? " You're in line. Lots of families are booking right now, so please keep this page open. It's first come, first served."
        : null}
    </span>
  );
}
