import { useEffect, useId, useSyncExternalStore } from "react";

/** What happens to the typed values of a form if the user leaves the page: they are kept as a draft, or lost. */
type Fate = "kept" | "lost";

const forms = new Map<string, Fate>();
const listeners = new Set<() => void>();

/** Tells that a form has values that are not saved, or with null that it has none. */
export function useUnsaved(fate: Fate | null): void {
  const id = useId();
  useEffect(() => {
    if (fate === null) return;
    forms.set(id, fate);
    notify();
    return () => {
      forms.delete(id);
      notify();
    };
  }, [id, fate]);
}

/** What happens to the typed values of the forms on screen if the user leaves the page; null if all are saved. */
export function useFateOfUnsaved(): Fate | null {
  return useSyncExternalStore(subscribe, fateOfUnsaved);
}

function fateOfUnsaved(): Fate | null {
  if (forms.size === 0) return null;
  return [...forms.values()].includes("lost") ? "lost" : "kept";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
