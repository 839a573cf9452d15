import { createContext, useCallback, useContext } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from "swr";
import { ApiError } from "./apiError";
import { request } from "./request";

/** The e-mail of who is logged in, or null; what somebody may see is cached under it. */
export const PersonContext = createContext<string | null>(null);

type Key = string | [path: string, person: string];

/** What anyone may see: asked for and cached without saying who asks. */
export function usePublic<T>(
  path: string,
  options?: SWRConfiguration<T, ApiError>,
): SWRResponse<T, ApiError> {
  return useSWR<T, ApiError, string>(path, (at: string) => request<T>(at, { as: "anyone" }), options);
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

/** After a change: asks again for every path named, whoever sees it, so that the change is seen at once. */
export function useRefresh(): (...paths: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...paths: string[]) => {
      const named = (key: unknown) => paths.includes(pathOf(key as Key));
      await mutate(named);
    },
    [mutate],
  );
}

/** Forgets all that was cached for somebody in particular. */
export function useForget(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await mutate((key) => Array.isArray(key), undefined, { revalidate: false });
  }, [mutate]);
}

function pathOf(key: Key): string {
  return typeof key === "string" ? key : key[0];
}

const RETRIES = 3;

/** How this site caches: five minutes, three retries, and none where trying again cannot help. */
export const resourceOptions: SWRConfiguration = {
  dedupingInterval: 5 * 60_000,
  errorRetryCount: RETRIES,
  revalidateOnFocus: false,
  shouldRetryOnError: (error: unknown) => error instanceof ApiError && error.passing,
  onErrorRetry: (error: unknown, _key, _config, revalidate, { retryCount }) => {
    if (retryCount > RETRIES) return;
    const asked = error instanceof ApiError ? error.retryAfter : null;
    setTimeout(() => void revalidate({ retryCount }), (asked ?? 2 ** retryCount) * 1000);
  },
};
