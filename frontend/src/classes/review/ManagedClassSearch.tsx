import { useId } from "react";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import type { ReviewedClass } from "../api";
import { collator, containsAll, normalize } from "../browse/classSearch";

const ORDERS = {
  newest: "Newest first",
  oldest: "Oldest first",
  soonest: "Starting soonest",
  name: "Name",
} as const;

type Order = keyof typeof ORDERS;

interface Search {
  /** Words to find in the class, and in the name and address of its instructor. */
  text: string;
  order: Order;
}

/** The server's order is newest first. */
const SORTERS: Record<Order, (classes: ReviewedClass[]) => ReviewedClass[]> = {
  newest: (classes) => classes,
  oldest: (classes) => classes.toReversed(),
  soonest: (classes) =>
    classes.toSorted((a, b) => (a.startsAt ?? "9999").localeCompare(b.startsAt ?? "9999")),
  name: (classes) => classes.toSorted((a, b) => collator.compare(a.nameClass, b.nameClass)),
};

function parseSearch(query: URLSearchParams): Search {
  const order = query.get("sort") ?? "";
  return {
    text: query.get("q") ?? "",
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : "newest",
  };
}

function writeSearch({ text, order }: Search, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { q: text.trim(), sort: order === "newest" ? "" : order });
}

/** The search and the order of Manage Classes, kept in the URL. */
export function useManagedClassSearch() {
  return useSearchState(parseSearch, writeSearch);
}

/** Returns the classes that match the search, in its order. */
export function searchManaged(classes: ReviewedClass[], { text, order }: Search): ReviewedClass[] {
  const words = normalize(text).split(/\s+/).filter(Boolean);
  const matches = classes.filter(({ nameClass, instructorName, instructorEmail }) =>
    containsAll(normalize(`${nameClass} ${instructorName} ${instructorEmail}`), words),
  );
  return SORTERS[order](matches);
}

interface ManagedClassSearchProps {
  search: Search;
  change: (change: Partial<Search>) => void;
}

export function ManagedClassSearch({ search, change }: ManagedClassSearchProps) {
  const id = useId();
  return (
    <div className="managed-search">
      <div>
        <label className="form-label fw-semibold" htmlFor={`${id}-text`}>
          Search by class or instructor
        </label>
        <input
          id={`${id}-text`}
          type="search"
          className="form-control"
          maxLength={200}
          autoComplete="off"
          value={search.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </div>
      <div>
        <label className="form-label fw-semibold" htmlFor={`${id}-order`}>
          Sort by
        </label>
        <select
          id={`${id}-order`}
          className="form-select"
          value={search.order}
          onChange={({ currentTarget }) => change({ order: currentTarget.value as Order })}
        >
          {Object.entries(ORDERS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
