import { useEffect, useState } from "react";
import { BusyButton } from "../shared/BusyButton";
import type { Holding } from "./useHold";

interface HoldClockProps {
  held: Holding & { status: "held" };
  busy: boolean;
  ask: () => Promise<void>;
}

/** How long the seat is held, counting down, with a way to hold it longer. */
export function HoldClock({ held, busy, ask }: HoldClockProps) {
  const seconds = useSecondsLeft(held.endsAt);
  return (
    <div className="hold-clock">
      <p className="mb-0">
        Your seat is held for{" "}
        <span role="timer" className="amount fw-bold">
          {clock(seconds)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {warning(seconds)}
      </p>
      {held.longest ? null : (
        <BusyButton variant="outline-secondary" size="sm" busy={busy} onClick={() => void ask()}>
          Hold it longer
        </BusyButton>
      )}
    </div>
  );
}

/** The time is over; nothing is lost but the promise. */
export function HoldOver({ busy, ask }: Omit<HoldClockProps, "held">) {
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>The time for which your seat was held is over. Nothing was charged. You can try again right away.</p>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void ask()}>
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

/** Changes twice only, so that a screen reader is not interrupted every second. */
function warning(seconds: number): string {
  if (seconds <= 60) return "One minute left to pay for your seat.";
  if (seconds <= 300) return "Five minutes left to pay for your seat.";
  return "";
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
