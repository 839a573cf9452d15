import type { Selection } from "../../classes/api";
import { countOf } from "../../classes/model/facts";
import { isOffered } from "../../classes/model/offers";
import { useSecondsLeft } from "../../shared/countdown";
import { formatSiteMoment } from "../../shared/siteTime";

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

/** The time left until an ISO 8601 time, in full hours or minutes: `23 hours left`, `59 minutes left`. */
function TimeLeft({ until }: { until: string }) {
  const minutes = Math.floor(useSecondsLeft(Date.parse(until)) / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return <p className="mb-2">{countOf(hours, "hour")} left</p>;
  return <p className="mb-2">{minutes > 0 ? countOf(minutes, "minute") : "Less than a minute"} left</p>;
}
