import { useCallback, useEffect, useRef, useState } from "react";
import type { Selection } from "../classes/api";
import { ApiError, explain } from "../shared/apiError";
import { config } from "../shared/config";
import { timeOf } from "../shared/dates";
import { useSay } from "../shared/Toasts";
import { type Hold, holdSeat, useRefreshSeats } from "./api";

/** How far the way to a held seat has come. */
export type Holding =
  | { status: "asking" }
  /** `endsAt`: by this machine's clock, milliseconds since 1970. */
  | { status: "held"; hold: Hold; endsAt: number; longest: boolean }
  | { status: "refused"; error: unknown };

interface UseHold {
  holding: Holding;
  /** The price to pay, dollars: the one promised with a held seat, else the class's. */
  price: number;
  busy: boolean;
  /** Holds the seat, or holds it longer. */
  ask: () => Promise<void>;
}

const LONGEST_MS = config.seatHoldMinutes * 60_000;

/** Holds a seat in the selected class from the start, and longer when asked to. */
export function useHold(selection: Selection): UseHold {
  const [holding, setHolding] = useState<Holding>({ status: "asking" });
  const [busy, setBusy] = useState(true);
  const refresh = useRefreshSeats();
  const say = useSay();
  const price = priceNow(selection);
  const { classId } = selection;
  const before = useRef<Holding>(holding);
  before.current = holding;
  const ask = useCallback(async () => {
    setBusy(true);
    try {
      const next = held(await holdSeat(classId, price), before.current);
      setHolding(next);
      if (before.current.status === "held") say(...newsOf(next));
      void refresh();
    } catch (error) {
      // A seat that is held stays so when the wish to hold it longer gets no answer.
      if (before.current.status === "held" && isPassing(error)) say(explain(error), "error");
      else setHolding({ status: "refused", error });
      if (error instanceof ApiError && error.status === 409) void refresh();
    }
    setBusy(false);
  }, [classId, price, refresh, say]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void ask();
  }, [ask]);
  return { holding, price, busy, ask };
}

/** Whether a moment of this machine's clock has passed. */
export function useHasPassed(at: number | null): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    setPassed(at !== null && at <= Date.now());
    if (at === null) return;
    const timer = setTimeout(() => setPassed(true), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return passed;
}

/** The price that counts: the one promised with a seat that is held still, else the class's own. */
export function priceNow({ price, heldPrice, heldUntil }: Selection): number {
  const live = heldUntil !== null && Date.parse(heldUntil) > Date.now();
  return live && heldPrice !== null ? heldPrice : price;
}

function held(hold: Hold, before: Holding): Holding & { status: "held" } {
  const longest = before.status === "held" && before.hold.heldUntil === hold.heldUntil;
  return { status: "held", hold, endsAt: Date.now() + msLeft(hold), longest };
}

/** A hold just given has some time left, and never more than the rule; else this machine's clock is wrong. */
function msLeft({ heldUntil }: Hold): number {
  const left = Date.parse(heldUntil) - Date.now();
  return left > 0 && left <= LONGEST_MS ? left : LONGEST_MS;
}

function newsOf({ longest, endsAt }: { longest: boolean; endsAt: number }): [string, "success" | "warning"] {
  const until = timeOf(new Date(endsAt).toISOString());
  if (longest) return [`This seat cannot be held any longer than until ${until}.`, "warning"];
  return [`Your seat is held until ${until}.`, "success"];
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.passing;
}
