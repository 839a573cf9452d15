import { useEffect, useState } from "react";
import { BusyButton } from "../shared/BusyButton";
import type { HoldState } from "./useHold";

interface HoldCountdownProps {
  held: HoldState & { status: "held" };
  busy: boolean;
  hold: () => Promise<unknown>;
}

/** From here on the countdown looks different. */
const ENDING_SECONDS = 300;

/** Shows the time left of the hold, with a button to prolong it. */
export function HoldCountdown({ held, busy, hold }: HoldCountdownProps) {
  const seconds = useSecondsLeft(held.endsAt);
  const ending = seconds < ENDING_SECONDS;
  return (
    <div className={`hold-clock ${ending ? "hold-clock-ending" : ""}`}>
      <p className="mb-0">
        {ending ? "Less than five minutes left. Your seat is held for" : "Your seat is held for"}{" "}
        <span role="timer" className="amount fw-bold">
          {formatCountdown(seconds)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {announcement(seconds)}
      </p>
      {held.atLimit ? null : (
        <BusyButton variant="outline-secondary" size="sm" busy={busy} onClick={() => void hold()}>
          Keep my seat longer
        </BusyButton>
      )}
    </div>
  );
}

/** Shown when the hold has expired, with a button to hold a seat again. */
export function HoldExpired({ busy, hold }: Omit<HoldCountdownProps, "held">) {
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>
        Time's up, and we're no longer holding your seat. You haven't been charged. You can try again right
        away.
      </p>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void hold()}>
        Try again
      </BusyButton>
    </div>
  );
}

function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** The text for screen readers. It changes only twice; the countdown itself would interrupt them every second. */
function announcement(seconds: number): string {
  if (seconds <= 60) return "One minute left to pay for your seat.";
  if (seconds <= ENDING_SECONDS) return "Five minutes left to pay for your seat.";
  return "";
}

function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
