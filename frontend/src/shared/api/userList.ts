import useSWRInfinite from "swr/infinite";
import type { ApiError } from "./errors";
import { request } from "./request";
import { type Key, useKeyFor } from "./resources";
import { type ListPage, parseListPage } from "./responses";
import type { ApiPath, PathTemplate, Row } from "./types";

/** A list that is requested page by page. */
export interface PaginatedList<Item> {
  /** All rows received so far; undefined before the first page. */
  rows: Item[] | undefined;
  total: number;
  hasMore: boolean;
  error: ApiError | undefined;
  /** Whether `error` is about a page after the first. The rows before it remain. */
  isPartial: boolean;
  isLoading: boolean;
  loadMore: () => void;
  /** Requests all pages received so far again. */
  refresh: () => Promise<unknown>;
}

/**
 * A paginated list that the current user may see.
 *
 * @param pathAfter the path of the page with this `after`; of the first page for null
 */
export function useUserList<T extends PathTemplate>(
  pathAfter: (after: string | null) => ApiPath<T>,
): PaginatedList<Row<T>> {
  type Item = Row<T>;
  const keyFor = useKeyFor();
  const keyOf = (_index: number, previous: ListPage<Item> | null) =>
    previous?.next === null ? null : keyFor(pathAfter(previous?.next ?? null));
  const read = ([path]: Key<T>) => request(path, {}, parseListPage<Item>);
  const list = useSWRInfinite<ListPage<Item>, ApiError>(keyOf, read, {
    keepPreviousData: true,
    revalidateFirstPage: false,
    // The rows may have changed while another screen was open.
    revalidateOnMount: true,
    dedupingInterval: 0,
  });
  return {
    rows: list.data?.flatMap(({ rows }) => rows),
    total: list.data?.[0]?.total ?? 0,
    hasMore: Boolean(list.data?.at(-1)?.next),
    error: list.error,
    isPartial: list.size > 1,
    isLoading: list.isValidating,
    loadMore: () => void list.setSize((size) => size + 1),
    refresh: () => list.mutate(),
  };
}
