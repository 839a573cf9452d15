import type { SWRResponse } from "swr";
import type { ApiError } from "./errors";

type Resource = Pick<SWRResponse<unknown, ApiError>, "data" | "error"> & { mutate: () => Promise<unknown> };

/** Combines resources that a page shows at once, so that none moves the others. `error`: of the first without data. */
export function combine(...resources: readonly Resource[]) {
  return {
    isLoading: !resources.every(({ data, error }) => data ?? error),
    error: resources.find(({ data }) => !data)?.error,
    retry: () => Promise.all(resources.map(({ mutate }) => mutate())),
  };
}
