import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Whether the browser is online. Rerenders the component when this changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
}

/** Calls `action` whenever the browser comes back online. */
export function useBackOnline(action: () => void): void {
  const runAction = useEffectEvent(action);
  useEffect(() => {
    const onOnline = () => runAction();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
}

function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
