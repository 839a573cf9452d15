import { useCallback, useEffect, useRef } from "react";
import { useUserData } from "./resources";
import type { ApiPath, PathTemplate } from "./types";

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const PAUSE_GROWTH = 1.6;

/**
 * The SWR options of a resource that usePolling polls. Without a deduping interval, because polling would get the cached
 * response, but the server changes the resource by itself. Without a limit of retries, because SWR does not poll a
 * resource with an error, and a waiting user must learn the result.
 */
export const POLLED = { dedupingInterval: 0, errorRetryCount: Number.POSITIVE_INFINITY };

const POLLING = {
  ...POLLED,
  refreshWhenOffline: true,
  revalidateIfStale: false,
  revalidateOnMount: false,
};

/**
 * Requests `path` repeatedly at growing intervals until `path` is null. Stops while the page is hidden, and requests
 * immediately when it is visible again.
 */
export function usePolling<T extends PathTemplate>(path: ApiPath<T> | null): void {
  const polls = useRef({ path, count: 0 });
  if (polls.current.path !== path) polls.current = { path, count: 0 };
  const refreshInterval = useCallback(
    () => Math.min(FIRST_PAUSE_MS * PAUSE_GROWTH ** polls.current.count++, MAX_PAUSE_MS),
    [],
  );
  const { mutate } = useUserData(path, { ...POLLING, refreshInterval });
  useEffect(() => {
    if (path === null) return;
    const onVisible = () => document.visibilityState === "visible" && void mutate();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [path, mutate]);
}
