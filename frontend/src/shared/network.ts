import { useEffect, useRef, useSyncExternalStore } from "react";

/** Whether the browser has any network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, () => navigator.onLine);
}

/** Does `action` whenever the network is back. */
export function useBackOnline(action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const act = () => latest.current();
    window.addEventListener("online", act);
    return () => window.removeEventListener("online", act);
  }, []);
}

function followNetwork(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
