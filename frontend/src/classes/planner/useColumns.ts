import { useSyncExternalStore } from "react";

/** How many weeks fit, by the breakpoints of the page. */
const COLUMNS = [
  ["(min-width: 1200px)", 4],
  ["(min-width: 992px)", 3],
  ["(min-width: 768px)", 2],
] as const;

/** How many weeks fit on the screen. */
export function useColumns(): number {
  return useSyncExternalStore(subscribe, columnsNow);
}

function columnsNow(): number {
  return COLUMNS.find(([media]) => window.matchMedia(media).matches)?.[1] ?? 1;
}

function subscribe(onChange: () => void): () => void {
  const lists = COLUMNS.map(([media]) => window.matchMedia(media));
  for (const list of lists) list.addEventListener("change", onChange);
  return () => {
    for (const list of lists) list.removeEventListener("change", onChange);
  };
}
