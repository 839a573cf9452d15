import { useState } from "react";

interface Action<Args extends unknown[]> {
  /** Runs the action; returns whether it succeeded. */
  run: (...args: Args) => Promise<boolean>;
  busy: boolean;
  /** The arguments of each run that is in progress, for lists that share one action. */
  running: readonly Args[];
  /** The error of the last run; null if it succeeded, and while the next one is running. */
  error: unknown;
  clearError: () => void;
}

/**
 * An asynchronous action that the user starts, with its progress and its error.
 *
 * @param action a mutation and its follow-up, such as a toast, cache invalidation or navigation
 * @param onError handles the error instead of `error`, while the action still counts as busy
 */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  onError?: (error: unknown, ...args: Args) => void | Promise<void>,
): Action<Args> {
  const [running, setRunning] = useState<readonly Args[]>([]);
  const [error, setError] = useState<unknown>(null);
  const run = async (...args: Args) => {
    setRunning((before) => [...before, args]);
    setError(null);
    try {
      await action(...args);
      return true;
    } catch (failure) {
      if (onError) await onError(failure, ...args);
      else setError(failure);
      return false;
    } finally {
      setRunning((before) => before.filter((each) => each !== args));
    }
  };
  return { run, busy: running.length > 0, running, error, clearError: () => setError(null) };
}
