import { Link } from "react-router-dom";
import { FilterInput, FilterSearch, FilterSelect } from "../../shared/forms/Filters";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import { pages } from "../../shared/paths";
import { serverNow } from "../../shared/serverTime";
import type { ReviewedClass } from "../api";
import { collator, containsAll, normalize } from "../model/search";
import { NO_SEASON } from "../model/seasons";
import { SeasonFilter } from "./SeasonFilter";

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
  /** The slug of a season, or of NO_SEASON; empty for all. */
  season: string;
  /** The class takes place on one of the days from `from` to `to`, as `2027-07-05`; empty for no limit. */
  from: string;
  to: string;
  order: Order;
  /** Only the classes that begin within two weeks with too few seats sold: the dashboard leads to them. */
  show: "" | "below_minimum";
}

const SOON_DAYS = 14;

/** The server's order is newest first. */
const SORTERS: Record<Order, (classes: ReviewedClass[]) => ReviewedClass[]> = {
  newest: (classes) => classes,
  oldest: (classes) => classes.toReversed(),
  soonest: (classes) =>
    classes.toSorted((a, b) => (a.startsAt ?? "9999").localeCompare(b.startsAt ?? "9999")),
  name: (classes) => classes.toSorted((a, b) => collator.compare(a.nameClass, b.nameClass)),
};

const DAY_MS = 24 * 60 * 60_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

function parseDay(text: string | null): string {
  return text !== null && DAY.test(text) ? text : "";
}

function parseSearch(query: URLSearchParams): Search {
  const order = query.get("sort") ?? "";
  return {
    text: query.get("q") ?? "",
    season: query.get("season") ?? "",
    from: parseDay(query.get("from")),
    to: parseDay(query.get("to")),
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : "newest",
    show: query.get("show") === "below_minimum" ? "below_minimum" : "",
  };
}

function writeSearch({ text, order, ...filters }: Search, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { q: text.trim(), ...filters, sort: order === "newest" ? "" : order });
}

/** Whether the search leaves classes out. */
export function isFiltered({ text, season, from, to, show }: Search): boolean {
  return [text.trim(), season, from, to, show].some((value) => value !== "");
}

/** The search and the order of Manage Classes, kept in the URL. */
export function useManagedClassSearch() {
  return useSearchState(parseSearch, writeSearch);
}

/** Returns the classes that match the search, in its order. */
export function searchManaged(classes: ReviewedClass[], search: Search): ReviewedClass[] {
  const words = normalize(search.text).split(/\s+/).filter(Boolean);
  const matches = classes.filter(
    (campClass) =>
      (search.season === "" || (campClass.season ?? NO_SEASON.slug) === search.season) &&
      takesPlace(campClass, search) &&
      (search.show === "" || isBelowMinimum(campClass)) &&
      containsAll(normalize(textOf(campClass)), words),
  );
  return SORTERS[search.order](matches);
}

function textOf({ nameClass, instructorName, instructorEmail }: ReviewedClass): string {
  return `${nameClass} ${instructorName} ${instructorEmail}`;
}

/** As in `classes/alerts.py`. */
function isBelowMinimum({ status, startsAt, enroll, minSeats, withdrawnAt }: ReviewedClass): boolean {
  if (status !== "Approved" || withdrawnAt !== null || startsAt === null) return false;
  const wait = Date.parse(startsAt) - serverNow();
  return wait > 0 && wait <= SOON_DAYS * DAY_MS && enroll < (minSeats ?? 0);
}

function takesPlace({ firstDay, lastDay }: ReviewedClass, { from, to }: Search): boolean {
  if (from === "" && to === "") return true;
  return firstDay !== null && lastDay !== null && lastDay >= from && (to === "" || firstDay <= to);
}

interface ManagedClassSearchProps {
  search: Search;
  change: (change: Partial<Search>) => void;
}

export function ManagedClassSearch({ search, change }: ManagedClassSearchProps) {
  if (search.show !== "")
    return (
      <p>
        Classes that begin within two weeks with fewer seats sold than they need.{" "}
        <Link to={pages.manageClasses}>Show other classes</Link>
      </p>
    );
  return (
    <div className="managed-search">
      <FilterSearch
        label="Search by class or instructor"
        value={search.text}
        onChange={(text) => change({ text })}
      />
      <SeasonFilter value={search.season} onChange={(season) => change({ season })} />
      <FilterInput label="From" type="date" value={search.from} onChange={(from) => change({ from })} />
      <FilterInput label="Until" type="date" value={search.to} onChange={(to) => change({ to })} />
      <FilterSelect
        label="Sort by"
        options={Object.entries(ORDERS)}
        value={search.order}
        onChange={(order) => change({ order: order as Order })}
      />
    </div>
  );
}
