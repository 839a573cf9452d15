import { useEffect, useState } from "react";

/** The whole seconds until a time (milliseconds since the epoch, by the local clock); 0 from then on. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** `14:59`, or `23:59:59` for an hour and more. */
export function formatCountdown(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = hours > 0 ? [hours, twoDigits(minutes)] : [minutes];
  return [...parts, twoDigits(seconds % 60)].join(":");
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}
