import { useEffect, useState } from "react";

/** A timer with a longer delay fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether a time (milliseconds since the epoch, by the local clock) has passed. */
export function useIsPast(at: number | null): boolean {
  const [past, setPast] = useState<number | null>(null);
  useEffect(() => {
    if (at === null || at - Date.now() > MAX_TIMER_MS) return;
    let timer: ReturnType<typeof setTimeout>;
    // A timer may fire a little before its time by the clock. The callers compare with the clock.
    const check = () => {
      const remaining = at - Date.now();
      if (remaining > 0) timer = setTimeout(check, remaining);
      else setPast(at);
    };
    timer = setTimeout(check, at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && past === at;
}
