import { useState } from "react";
import { BusyButton } from "../../shared/components/BusyButton";
import { config } from "../../shared/config";
import { formatCountdown, useSecondsLeft } from "../../shared/countdown";
import { formatSiteMoment, formatSiteTimeWithZone } from "../../shared/siteTime";
import { seatWords } from "../selected/selections";
import type { HoldState } from "./useHold";

interface HoldCountdownProps {
  held: HoldState & { status: "held" };
  /** The number of held seats. */
  seats: number;
  busy: boolean;
  hold: () => Promise<unknown>;
}

/** From here on the countdown looks different. */
const ENDING_SECONDS = 300;
/** Nobody counts the seconds of a seat that the office has reserved for days. An offer lasts a day, and until noon. */
const COUNTED_SECONDS = 48 * 3600;
/** The time that is left after a hold is prolonged. */
const HOLD_SECONDS = config.seatHoldMinutes * 60;

/** Shows the time left of the hold, with a button to prolong it. */
export function HoldCountdown({ held, seats, busy, hold }: HoldCountdownProps) {
  const seconds = useSecondsLeft(held.endsAt);
  const ending = seconds < ENDING_SECONDS;
  const words = seatWords(seats);
  const [firstEnd] = useState(held.endsAt);
  const prolonged = held.endsAt === firstEnd ? "" : heldUntilText(held.endsAt, words);
  return (
    <div className={`hold-clock ${ending ? "hold-clock-ending" : ""}`}>
      <p className="mb-0">
        {ending ? "Less than five minutes left. " : ""}
        Your {words.seats} {words.are} held{" "}
        {seconds > COUNTED_SECONDS ? (
          `until ${formatSiteMoment(new Date(held.endsAt).toISOString())}`
        ) : (
          <>
            for{" "}
            <span role="timer" className="amount fw-bold">
              {formatCountdown(seconds)}
            </span>
          </>
        )}
      </p>
      <p className="visually-hidden" role="status">
        {announcement(seconds, words.your) || prolonged}
      </p>
      {/* An offer from the waitlist and a reservation last longer. */}
      {held.atLimit || seconds > HOLD_SECONDS ? null : (
        <BusyButton variant="link" size="sm" className="px-0" busy={busy} onClick={() => void hold()}>
          Get more time<span className="visually-hidden"> for my {words.seats}</span>
        </BusyButton>
      )}
    </div>
  );
}

/** Shown when the hold has expired, with a button to hold a seat again. */
export function HoldExpired({ seats, busy, hold }: Omit<HoldCountdownProps, "held">) {
  return (
    <div className="alert alert-warning mt-3" role="alert">
      <p>
        Time's up, and we're no longer holding {seatWords(seats).your}. You haven't been charged. You can try
        again right away.
      </p>
      <BusyButton variant="outline-secondary" busy={busy} onClick={() => void hold()}>
        Try again
      </BusyButton>
    </div>
  );
}

/** Told to a screen reader, which doesn't read the countdown. */
function heldUntilText(endsAt: number, { Your, are }: ReturnType<typeof seatWords>): string {
  return `${Your} ${are} held until ${formatSiteTimeWithZone(new Date(endsAt).toISOString())}.`;
}

/** The text for screen readers. It changes only twice; the countdown itself would interrupt them every second. */
function announcement(seconds: number, yourSeats: string): string {
  if (seconds <= 60) return `One minute left to pay for ${yourSeats}.`;
  if (seconds <= ENDING_SECONDS) return `Five minutes left to pay for ${yourSeats}.`;
  return "";
}
