import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { ApiError } from "./errors";
import { request } from "./request";
import type { ApiPath, Method, PathTemplate, RequestBody, ResponseBody } from "./types";

/**
 * What the server answers to a request that changes nothing, such as a dry run or a quote; not requested while the body is
 * null. The answers are kept by path and body. A change of the data at the path or above does not request them again: what
 * was asked about may be done.
 */
export function usePreview<M extends Exclude<Method, "GET">, T extends PathTemplate>(
  method: M,
  path: ApiPath<T>,
  body: RequestBody<M, T> | null,
  options: SWRConfiguration = {},
): SWRResponse<ResponseBody<M, T>, ApiError> {
  return useSWR<ResponseBody<M, T>, ApiError, readonly ["preview", ApiPath<T>, string] | null>(
    body === null ? null : ["preview", path, JSON.stringify(body)],
    ([, to, json]) => request(to, { method, body: JSON.parse(json) }),
    { dedupingInterval: 0, ...options },
  );
}
