import { useCallback, useEffect, useRef, useState } from "react";
import type { Selection } from "../classes/api";
import { asApiError, errorMessage } from "../shared/apiError";
import { config } from "../shared/config";
import { formatTime } from "../shared/dates";
import { useToast } from "../shared/Toasts";
import { type Hold, holdSeat, useInvalidateSeats } from "./api";

export type HoldState =
  | { status: "requesting" }
  /** `endsAt`: milliseconds since the epoch, by the local clock. `atLimit`: the hold cannot be prolonged. */
  | { status: "held"; hold: Hold; endsAt: number; atLimit: boolean }
  | { status: "refused"; error: unknown };

interface UseHold {
  state: HoldState;
  busy: boolean;
  /** Holds a seat, or prolongs the hold. */
  hold: () => Promise<void>;
}

const MAX_HOLD_MS = config.seatHoldMinutes * 60_000;

/** Holds a seat in the selected class on mount, and prolongs the hold on demand. */
export function useHold(selection: Selection): UseHold {
  const [state, setState] = useState<HoldState>({ status: "requesting" });
  const [busy, setBusy] = useState(true);
  const invalidateSeats = useInvalidateSeats();
  const toast = useToast();
  const { classId, childId, price } = selection;
  const latest = useRef<HoldState>(state);
  latest.current = state;
  const hold = useCallback(async () => {
    setBusy(true);
    try {
      const next = toHeldState(await holdSeat({ classId, childId, price }), latest.current);
      setState(next);
      if (latest.current.status === "held") toast(...prolongedMessage(next));
      void invalidateSeats();
    } catch (error) {
      // A transient error while prolonging does not end the current hold.
      if (latest.current.status === "held" && asApiError(error)?.isTransient)
        toast(errorMessage(error), "error");
      else setState({ status: "refused", error });
      if (asApiError(error)?.isConflict) void invalidateSeats();
    }
    setBusy(false);
  }, [classId, childId, price, invalidateSeats, toast]);
  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    void hold();
  }, [hold]);
  return { state, busy, hold };
}

/** Whether a time (milliseconds since the epoch, by the local clock) has passed. */
export function useIsPast(at: number | null): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    setPast(at !== null && at <= Date.now());
    if (at === null) return;
    const timer = setTimeout(() => setPast(true), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return past;
}

function toHeldState(hold: Hold, previous: HoldState): HoldState & { status: "held" } {
  const atLimit = previous.status === "held" && previous.hold.heldUntil === hold.heldUntil;
  return { status: "held", hold, endsAt: Date.now() + msLeft(hold), atLimit };
}

/** Milliseconds left of a new hold. An implausible result means a wrong local clock, and falls back to the maximum. */
function msLeft({ heldUntil }: Hold): number {
  const left = Date.parse(heldUntil) - Date.now();
  return left > 0 && left <= MAX_HOLD_MS ? left : MAX_HOLD_MS;
}

function prolongedMessage({
  atLimit,
  endsAt,
}: {
  atLimit: boolean;
  endsAt: number;
}): [string, "success" | "warning"] {
  const until = formatTime(new Date(endsAt).toISOString());
  if (atLimit) return [`We can't hold your seat past ${until}.`, "warning"];
  return [`Your seat is held until ${until}.`, "success"];
}
