import { createContext, useCallback, useContext, useState } from "react";
import useSWR, { type Cache, type SWRConfiguration, type SWRResponse, useSWRConfig } from "swr";
import { initialData } from "../config";
import { type ApiError, asApiError } from "./errors";
import { request } from "./request";
import type { ApiPath, PathTemplate, ResponseBody } from "./types";

export const UserEmailContext = createContext<string | null>(null);

/** The e-mail address of the current user, or null. The user's data is cached under it. */
export function useUserEmail(): string | null {
  return useContext(UserEmailContext);
}

/**
 * The key of the user's data. It contains the session, so that a response to an earlier session, or its error, is not
 * shown when the same user logs in again.
 */
export type Key<T extends PathTemplate> = readonly [path: ApiPath<T>, email: string, session: number];
type Options<T extends PathTemplate> = SWRConfiguration<ResponseBody<"GET", T>, ApiError>;
type Result<T extends PathTemplate> = SWRResponse<ResponseBody<"GET", T>, ApiError>;

/** The data is requested at each mount; public data only if it did not come with the page. */
export const FRESH = { dedupingInterval: 0 };

/** Public data, requested and cached without credentials. */
export function usePublicData<T extends PathTemplate>(path: ApiPath<T>, options?: Options<T>): Result<T> {
  const { cache } = useSWRConfig();
  const read = (at: ApiPath<T>) => request(at, { as: "anonymous" });
  const revalidateIfStale = !isInitialDataFresh(path, cache);
  return useSWR<ResponseBody<"GET", T>, ApiError, ApiPath<T>>(path, read, { revalidateIfStale, ...options });
}

/** Data that the current user may see; not requested while no user is logged in or `path` is null. */
export function useUserData<T extends PathTemplate>(
  path: ApiPath<T> | null,
  options?: Options<T>,
): Result<T> {
  const keyFor = useKeyFor();
  const key = path === null ? null : keyFor(path);
  const read = ([at]: Key<T>) => request(at);
  return useSWR<ResponseBody<"GET", T>, ApiError, Key<T> | null>(key, read, options);
}

/** Makes the key of each mount unique. */
let mounts = 0;

/** As useUserData, but each mount requests the data again: a form must not start with a cached response. */
export function useFreshUserData<T extends PathTemplate>(path: ApiPath<T>): Result<T> {
  const [mount] = useState(() => mounts++);
  const key = useKeyFor()(path);
  return useSWR<ResponseBody<"GET", T>, ApiError, readonly [...Key<T>, number] | null>(
    key && [...key, mount],
    ([at]) => request(at),
    // Does not refresh the data while the user types.
    { revalidateOnReconnect: false },
  );
}

/** Returns the key of the user's data at a path; null while no user is logged in. */
export function useKeyFor(): <T extends PathTemplate>(path: ApiPath<T>) => Key<T> | null {
  const email = useUserEmail();
  const { cache } = useSWRConfig();
  return (path) => (email === null ? null : [path, email, endedSessions.get(cache) ?? 0]);
}

/**
 * Invalidates the cached responses at these paths and below them (`/classes` includes `/classes/7`). Requests those on
 * screen again now, the others when they are shown next.
 */
export function useInvalidate(): (...paths: ApiPath<PathTemplate>[]) => Promise<void> {
  const { mutate, cache } = useSWRConfig();
  return useCallback(
    async (...paths) => {
      for (const path of paths) changedPathsOf(cache).add(path);
      await mutate((key) => isBelow(String(Array.isArray(key) ? key[0] : key), paths));
    },
    [mutate, cache],
  );
}

function isBelow(path: string, paths: readonly string[]): boolean {
  return paths.some((above) => path === above || path.startsWith(`${above}/`));
}

/** Per cache, the number of sessions that have ended. */
const endedSessions = new WeakMap<Cache, number>();

/** Removes all data of the user from the cache, at the end of a session. */
export function useClearUserData(): () => Promise<void> {
  const { mutate, cache } = useSWRConfig();
  return useCallback(async () => {
    endedSessions.set(cache, (endedSessions.get(cache) ?? 0) + 1);
    await mutate((key) => Array.isArray(key), undefined, { revalidate: false });
    // SWR does not offer paginated lists to the filter above.
    for (const key of [...cache.keys()]) if (key.startsWith("$inf$")) cache.delete(key);
  }, [mutate, cache]);
}

const FRESH_MS = 5 * 60_000;

/** Per cache, the paths that were invalidated since the page was loaded. */
const changedPaths = new WeakMap<Cache, Set<string>>();

function changedPathsOf(cache: Cache): Set<string> {
  const paths = changedPaths.get(cache) ?? new Set();
  changedPaths.set(cache, paths);
  return paths;
}

/** Whether the response came with the page so recently that requesting it again would return the same. */
function isInitialDataFresh(path: string, cache: Cache): boolean {
  const changed = [...(changedPaths.get(cache) ?? [])];
  return path in initialData && !isBelow(path, changed) && performance.now() < FRESH_MS;
}

const MAX_RETRIES = 3;
const MAX_RETRY_PAUSE_S = 30;

/** The cache's configuration: five minutes, and three retries of errors that are transient. */
export const resourceOptions: SWRConfiguration = {
  dedupingInterval: FRESH_MS,
  errorRetryCount: MAX_RETRIES,
  revalidateOnFocus: false,
  shouldRetryOnError: (error: unknown) => asApiError(error)?.isRetryable ?? false,
  onErrorRetry: (error: unknown, _key, { errorRetryCount = 0 }, revalidate, { retryCount }) => {
    if (retryCount > errorRetryCount) return;
    const seconds = asApiError(error)?.retryAfter ?? Math.min(2 ** retryCount, MAX_RETRY_PAUSE_S);
    setTimeout(() => runWhenVisible(() => void revalidate({ retryCount })), seconds * 1000);
  },
};

/** Runs the action now, or as soon as the page is visible. */
function runWhenVisible(action: () => void): void {
  if (document.visibilityState === "visible") action();
  else document.addEventListener("visibilitychange", () => runWhenVisible(action), { once: true });
}
