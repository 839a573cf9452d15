import { useEffect, useId, useSyncExternalStore } from "react";

const forms = new Set<string>();
const listeners = new Set<() => void>();

/** Tells whether a form has values that would be lost if the user left the page. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    forms.add(id);
    notify();
    return () => {
      forms.delete(id);
      notify();
    };
  }, [id, isUnsaved]);
}

/** Whether a form on the screen has values that would be lost. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms.size > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
