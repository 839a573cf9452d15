import { formatCountdown, useSecondsLeft } from "../../shared/countdown";
import { localTimeOf } from "../../shared/serverTime";
import { countOf } from "../model/facts";

/** The time left until registration opens (ISO 8601), by the server's clock. */
export function OpeningCountdown({ at }: { at: string }) {
  const seconds = useSecondsLeft(localTimeOf(at));
  return (
    <>
      <span role="timer" className="amount">
        {waitText(seconds)}
      </span>
      <span role="status" className="visually-hidden">
        {seconds > 0 && seconds <= 60 ? "Registration opens in less than a minute." : ""}
      </span>
    </>
  );
}

const DAY_SECONDS = 86_400;

/** `3 days and 4 hours`; from a day on the clock. */
function waitText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  if (days === 0) return formatCountdown(seconds);
  const hours = Math.floor((seconds % DAY_SECONDS) / 3600);
  return [countOf(days, "day"), ...(hours > 0 ? [countOf(hours, "hour")] : [])].join(" and ");
}
