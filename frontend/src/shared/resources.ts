import { createContext, useCallback, useContext } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { type PartOfList, partOf } from "./answers";
import { ApiError } from "./apiError";
import { firstData } from "./config";
import { request } from "./request";

/** The e-mail of who is logged in, or null; what somebody may see is cached under it. */
export const PersonContext = createContext<string | null>(null);

type Key = string | [path: string, person: string];

/** What anyone may see: asked for and cached without saying who asks. */
export function usePublic<T>(
  path: string,
  options?: SWRConfiguration<T, ApiError>,
): SWRResponse<T, ApiError> {
  const asked = { revalidateIfStale: !cameWithThePage(path), ...options };
  return useSWR<T, ApiError, string>(path, (at: string) => request<T>(at, { as: "anyone" }), asked);
}

/** What the person who is logged in may see; nothing is asked while nobody is, or while `path` is null. */
export function useMine<T>(
  path: string | null,
  options?: SWRConfiguration<T, ApiError>,
): SWRResponse<T, ApiError> {
  const person = useContext(PersonContext);
  const key: [string, string] | null = path === null || person === null ? null : [path, person];
  return useSWR<T, ApiError, [string, string] | null>(
    key,
    ([at]: [string, string]) => request<T>(at),
    options,
  );
}

/** A long list, had part by part. */
export interface LongList<Row> {
  /** All that has been had so far; undefined before the first part. */
  rows: Row[] | undefined;
  total: number;
  error: ApiError | undefined;
  /** Whether `error` is about a part behind the first: what was had before it stands. */
  partly: boolean;
  /** Whether something is being asked for. */
  busy: boolean;
  more: () => void;
  /** Asks again for every part that has been had. */
  refresh: () => Promise<unknown>;
}

/**
 * A long list that the person who is logged in may see.
 *
 * @param pathAfter the path of the part behind the row with this id, or of the first
 */
export function useMyList<Row extends { _id: string }>(
  pathAfter: (after: string | null) => string,
): LongList<Row> {
  const person = useContext(PersonContext);
  const keyOf = (_index: number, before: PartOfList<Row> | null): [string, string] | null =>
    person === null ? null : [pathAfter(before?.rows.at(-1)?._id ?? null), person];
  const read = ([path]: [string, string]) => request(path, {}, partOf<Row>);
  const list = useSWRInfinite<PartOfList<Row>, ApiError>(keyOf, read, {
    keepPreviousData: true,
    revalidateFirstPage: false,
  });
  return {
    rows: list.data?.flatMap((part) => part.rows),
    total: list.data?.[0]?.total ?? 0,
    error: list.error,
    partly: list.size > 1,
    busy: list.isValidating,
    more: () => void list.setSize((size) => size + 1),
    refresh: () => list.mutate(),
  };
}

/** After a change: asks again for every path named, whoever sees it, so that the change is seen at once. */
export function useRefresh(): (...paths: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...paths: string[]) => {
      for (const path of paths) changedSince.add(path);
      const named = (key: unknown) => paths.includes(pathOf(key as Key));
      await mutate(named);
    },
    [mutate],
  );
}

/** Forgets all that was cached for somebody in particular. */
export function useForget(): () => Promise<void> {
  const { mutate, cache } = useSWRConfig();
  return useCallback(async () => {
    await mutate((key) => Array.isArray(key), undefined, { revalidate: false });
    // The filter above is never asked about lists that came part by part.
    for (const key of [...cache.keys()]) if (key.startsWith("$inf$")) cache.delete(key);
  }, [mutate, cache]);
}

function pathOf(key: Key): string {
  return typeof key === "string" ? key : key[0];
}

const FRESH_MS = 5 * 60_000;
const changedSince = new Set<string>();

/** Whether the page carried this answer a moment ago, so that asking again could tell nothing new. */
function cameWithThePage(path: string): boolean {
  return path in firstData && !changedSince.has(path) && performance.now() < FRESH_MS;
}

const RETRIES = 3;

/** How this site caches: five minutes, three retries, and none where trying again cannot help. */
export const resourceOptions: SWRConfiguration = {
  dedupingInterval: FRESH_MS,
  errorRetryCount: RETRIES,
  revalidateOnFocus: false,
  shouldRetryOnError: (error: unknown) => error instanceof ApiError && error.passing,
  onErrorRetry: (error: unknown, _key, _config, revalidate, { retryCount }) => {
    if (retryCount > RETRIES) return;
    const asked = error instanceof ApiError ? error.retryAfter : null;
    setTimeout(() => void revalidate({ retryCount }), (asked ?? 2 ** retryCount) * 1000);
  },
};
