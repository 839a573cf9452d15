import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../shared/apiError";
import { type Charged, type Payment, settle, useRefreshSeats } from "./api";

/** What has become of a charged card so far. */
export type Settling =
  | { status: "none" }
  | { status: "settling"; charged: Charged }
  /** It could not be written down yet; `error` says why. */
  | { status: "waiting"; charged: Charged; error: unknown }
  | { status: "settled"; payment: Payment };

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

interface UseSettling {
  settling: Settling;
  begin: (charged: Charged) => Promise<void>;
  /** It is settled already, without a card. */
  conclude: (payment: Payment) => void;
}

/** Turns a charged card into a seat, trying again for as long as that may help. */
export function useSettling(): UseSettling {
  const [settling, setSettling] = useState<Settling>({ status: "none" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useRefreshSeats();
  const attempt = useCallback(
    async (charged: Charged, pause: number) => {
      clearTimeout(timer.current);
      setSettling({ status: "settling", charged });
      try {
        setSettling({ status: "settled", payment: await settle(charged) });
      } catch (error) {
        setSettling({ status: "waiting", charged, error });
        const next = Math.min(pause * 2, LONGEST_PAUSE_MS);
        if (mayHelp(error))
          timer.current = setTimeout(() => void attempt(charged, next), pauseAfter(error, pause));
      }
      void refresh();
    },
    [refresh],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = useCallback((charged: Charged) => attempt(charged, FIRST_PAUSE_MS), [attempt]);
  const conclude = useCallback(
    (payment: Payment) => {
      setSettling({ status: "settled", payment });
      void refresh();
    },
    [refresh],
  );
  return { settling, begin, conclude };
}

function mayHelp(error: unknown): boolean {
  return error instanceof ApiError && error.passing && error.code !== "superseded";
}

function pauseAfter(error: unknown, pause: number): number {
  const asked = error instanceof ApiError ? error.retryAfter : null;
  return asked === null ? pause : Math.max(pause, asked * 1000);
}
