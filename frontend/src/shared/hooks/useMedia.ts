import { useCallback, useSyncExternalStore } from "react";

/** Whether the window matches the media query. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 575.98px)");
}
