import { useEffect, useState } from "react";
import type { Selection } from "../../classes/api";
import { countOf } from "../../classes/model/facts";
import { isOffered } from "../../classes/model/offers";
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time left until an ISO 8601 time, in full hours or minutes: `23 hours left`, `59 minutes left`. */
function timeLeftText(until: string): string {
  const left = Date.parse(until) - Date.now();
  if (left >= HOUR_MS) return `${countOf(Math.floor(left / HOUR_MS), "hour")} left`;
  if (left >= MINUTE_MS) return `${countOf(Math.floor(left / MINUTE_MS), "minute")} left`;
  return "Less than a minute left";
}
