import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Selection } from "../../classes/api";
import { asApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useToast } from "../../shared/components/Toasts";
import { config } from "../../shared/config";
import { formatSiteTimeWithZone } from "../../shared/siteTime";
import { type Code, type Hold, holdSeats } from "../api";
import { seatWords, withPrices } from "../selected/selections";

export type HoldState =
  | { status: "requesting" }
  /** `endsAt`: milliseconds since the epoch, by the local clock. `atLimit`: the hold cannot be prolonged. */
  | { status: "held"; hold: Hold; endsAt: number; atLimit: boolean }
  | { status: "refused"; error: unknown };

interface UseHold {
  state: HoldState;
  /** The selections at the prices in the server's last response. */
  lines: readonly Selection[];
  busy: boolean;
  /** Holds the seats, or prolongs the hold. */
  hold: () => Promise<void>;
}

const MAX_HOLD_MS = config.seatHoldMinutes * 60_000;

/** Holds the seats of these selections on mount, and prolongs the hold on demand. */
export function useHold(selections: readonly Selection[], code: Code): UseHold {
  const [state, setState] = useState<HoldState>({ status: "requesting" });
  const [busy, setBusy] = useState(true);
  const invalidateSeats = useInvalidateAfter("changeSeats");
  const toast = useToast();
  const lines = withPricesOf(state, selections);
  const hold = async () => {
    setBusy(true);
    try {
      const next = toHeldState(await holdSeats(lines, code), state, lines);
      setState(next);
      if (state.status === "held" && next.atLimit) toast(limitText(next.endsAt, lines.length), "warning");
      void invalidateSeats();
    } catch (error) {
      // A transient error while prolonging does not end the current hold.
      if (state.status === "held" && asApiError(error)?.isTransient) toast(errorMessage(error), "error");
      else setState({ status: "refused", error });
      if (asApiError(error)?.isConflict) void invalidateSeats();
    }
    setBusy(false);
  };
  const holdOnMount = useEffectEvent(hold);
  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    void holdOnMount();
  }, []);
  return { state, lines, busy, hold };
}

/** Returns the selections with the prices in the server's last response, if it contains prices. */
function withPricesOf(state: HoldState, selections: readonly Selection[]): readonly Selection[] {
  return withPrices(selections, pricedLinesOf(state));
}

/** Returns the lines of the server's last response. Error responses have untyped lines. */
function pricedLinesOf(state: HoldState): readonly { selectionId?: unknown; price?: unknown }[] {
  if (state.status === "held") return state.hold.lines;
  return state.status === "refused" ? (asApiError(state.error)?.lines ?? []) : [];
}

function toHeldState(
  hold: Hold,
  previous: HoldState,
  lines: readonly Selection[],
): HoldState & { status: "held" } {
  const isLong = lines.some(({ offeredUntil, reservedUntil }) => (offeredUntil ?? reservedUntil) !== null);
  const atLimit = previous.status === "held" && previous.hold.heldUntil === hold.heldUntil;
  return { status: "held", hold, endsAt: Date.now() + msLeft(hold, isLong), atLimit };
}

/**
 * Milliseconds left of a new hold. An implausible result means a wrong local clock, and falls back to the maximum. Only an
 * offer and a reservation last longer than that.
 */
function msLeft({ heldUntil }: Hold, isLong: boolean): number {
  const left = Date.parse(heldUntil) - Date.now();
  return left > 0 && (isLong || left <= MAX_HOLD_MS) ? left : MAX_HOLD_MS;
}

function limitText(endsAt: number, seats: number): string {
  const until = formatSiteTimeWithZone(new Date(endsAt).toISOString());
  return `We can't hold ${seatWords(seats).your} past ${until}.`;
}
