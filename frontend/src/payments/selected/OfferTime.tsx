import { useEffect, useState } from "react";
import type { Selection } from "../../classes/api";
import { isOffered, timeLeftText } from "../../classes/waitlist/offers";
import { formatSiteMoment } from "../../shared/siteTime";

const TICK_MS = 30_000;

/** Until when a seat is offered to the participant of a selection, and the time left. Renders nothing if there is no offer. */
export function OfferTime({ selection }: { selection: Selection }) {
  if (!isOffered(selection)) return null;
  return (
    <>
      <p className="mb-0 fw-semibold text-success">
        Offered to you until {formatSiteMoment(selection.offeredUntil)}.
      </p>
      <TimeLeft until={selection.offeredUntil} />
    </>
  );
}

function TimeLeft({ until }: { until: string }) {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <p className="mb-2">{timeLeftText(until)}</p>;
}
