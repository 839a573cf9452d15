import type { ReactNode } from "react";

/** A time, as `children` say it to people. The API sends microseconds, but HTML allows milliseconds at most. */
export function Time({ iso, children }: { iso: string; children: ReactNode }) {
  return <time dateTime={new Date(iso).toISOString()}>{children}</time>;
}
