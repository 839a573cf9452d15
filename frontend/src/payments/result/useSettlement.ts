import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiError, asApiError } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { type Charged, type Payment, settlePayment } from "../api";

export type Settlement =
  | { status: "none" }
  | { status: "settling"; charged: Charged }
  /** The last attempt failed with `error`. If the error is retryable, another attempt is scheduled. */
  | { status: "waiting"; charged: Charged; error: unknown }
  | { status: "settled"; payments: Payment[] };

const INITIAL_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

interface UseSettlement {
  settlement: Settlement;
  /** Settles a charged card. */
  settle: (charged: Charged) => Promise<void>;
  /** Sets payments that are already settled, because they needed no card. */
  setSettled: (payments: Payment[]) => void;
}

/** Settles a charged card, with retries after transient errors. */
export function useSettlement(): UseSettlement {
  const [settlement, setSettlement] = useState<Settlement>({ status: "none" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const invalidateSeats = useInvalidateAfter("changeSeats");
  const attempt = useCallback(
    async (charged: Charged, delay: number) => {
      clearTimeout(timer.current);
      setSettlement({ status: "settling", charged });
      try {
        setSettlement({ status: "settled", payments: await settlePayment(charged.transactionId) });
      } catch (error) {
        setSettlement({ status: "waiting", charged, error });
        const nextDelay = Math.min(delay * 2, MAX_DELAY_MS);
        const apiError = asApiError(error);
        if (apiError?.isRetryable)
          timer.current = setTimeout(() => void attempt(charged, nextDelay), retryDelay(apiError, delay));
      }
      void invalidateSeats();
    },
    [invalidateSeats],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = useCallback((charged: Charged) => attempt(charged, INITIAL_DELAY_MS), [attempt]);
  const setSettled = useCallback(
    (payments: Payment[]) => {
      setSettlement({ status: "settled", payments });
      void invalidateSeats();
    },
    [invalidateSeats],
  );
  return { settlement, settle, setSettled };
}

function retryDelay(error: ApiError, delay: number): number {
  return Math.max(delay, (error.retryAfter ?? 0) * 1000);
}
