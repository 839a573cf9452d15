import { useState } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { ApiError } from "./errors";
import { request } from "./request";
import type { ApiPath, Method, PathTemplate, RequestBody, ResponseBody } from "./types";

/** Makes the keys of each mount unique. */
let mounts = 0;

/**
 * What the server answers to a request that changes nothing, such as a dry run or a quote; not requested while the body is
 * null. Each mount asks anew: a form must not start with an earlier answer. A change of the data at the path or above does
 * not request the answers again: what was asked about may be done.
 */
export function usePreview<M extends Exclude<Method, "GET">, T extends PathTemplate>(
  method: M,
  path: ApiPath<T>,
  body: RequestBody<M, T> | null,
  options: SWRConfiguration = {},
): SWRResponse<ResponseBody<M, T>, ApiError> {
  const [mount] = useState(() => mounts++);
  return useSWR<ResponseBody<M, T>, ApiError, readonly ["preview", ApiPath<T>, string, number] | null>(
    body === null ? null : ["preview", path, JSON.stringify(body), mount],
    ([, to, json]) => request(to, { method, body: JSON.parse(json) }),
    { dedupingInterval: 0, ...options },
  );
}
