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

// A page that was frozen or in the back/forward cache has missed the events.
const NETWORK_EVENTS = ["online", "offline", "pageshow", "focus"];

function subscribeToNetwork(onChange: () => void): () => void {
  for (const type of NETWORK_EVENTS) window.addEventListener(type, onChange);
  return () => {
    for (const type of NETWORK_EVENTS) window.removeEventListener(type, onChange);
  };
}
