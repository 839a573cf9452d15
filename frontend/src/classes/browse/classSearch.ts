import { withParameters } from "../../shared/hooks/useSearchState";
import { siteClockOf } from "../../shared/siteTime";
import type { CampClass } from "../api";
import { instructorOf, openSeats } from "../page/classFacts";
import { mondayOf, runsInWeek } from "../teach/weeks";

/** The search, filters and order of the class list, stored in the query of the URL. */
export interface ClassSearch {
  /** Words to find in the class, its craft, its place, the name of its instructor, and "mornings" or "afternoons". */
  text: string;
  /** The slug of a craft; empty for all. */
  craft: string;
  /** The Monday of a week in which the class takes place, as `2027-07-05`; empty for any. */
  week: string;
  /** The age of the child in years, as typed; empty for any. */
  age: string;
  time: DayPart | "";
  onlyAvailable: boolean;
  /** The maximum price in US dollars, as typed; empty for no limit. */
  maxPrice: string;
  order: Order;
}

/** When the first lesson starts. */
type DayPart = "morning" | "afternoon";

export const ORDERS = {
  newest: "Newest first",
  soonest: "Starting soonest",
  popular: "Most popular",
  cheapest: "Lowest price",
  dearest: "Highest price",
  seats: "Most available seats",
  name: "Name",
} as const;

export type Order = keyof typeof ORDERS;

export const DEFAULT_SEARCH: ClassSearch = {
  text: "",
  craft: "",
  week: "",
  age: "",
  time: "",
  onlyAvailable: false,
  maxPrice: "",
  order: "newest",
};

export const collator = new Intl.Collator("en-US", { sensitivity: "base", numeric: true });

/** Null keeps the order of the server, which is newest first. */
const COMPARATORS: Record<Order, ((a: CampClass, b: CampClass) => number) | null> = {
  newest: null,
  soonest: (a, b) => (a.startsAt ?? "9999").localeCompare(b.startsAt ?? "9999"),
  popular: (a, b) => b.enroll - a.enroll,
  cheapest: (a, b) => a.price - b.price,
  dearest: (a, b) => b.price - a.price,
  seats: (a, b) => openSeats(b) - openSeats(a),
  name: (a, b) => collator.compare(a.nameClass, b.nameClass),
};

/** Parses the search from a query, ignoring invalid parameters. */
export function parseSearch(query: URLSearchParams): ClassSearch {
  const order = query.get("sort") ?? "";
  const maxPrice = query.get("up-to") ?? "";
  const age = query.get("age") ?? "";
  const time = query.get("time") ?? "";
  return {
    text: query.get("q") ?? "",
    craft: query.get("craft") ?? "",
    week: mondayOf(query.get("week") ?? "") ?? "",
    age: parseAge(age) === null ? "" : age,
    time: time === "morning" || time === "afternoon" ? time : "",
    onlyAvailable: query.get("seats") === "free",
    maxPrice: parsePrice(maxPrice) === null ? "" : maxPrice,
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : DEFAULT_SEARCH.order,
  };
}

/** Returns the query with the search written into it. */
export function writeSearch(search: ClassSearch, query: URLSearchParams): URLSearchParams {
  return withParameters(query, {
    q: search.text.trim(),
    craft: search.craft,
    week: search.week,
    age: parseAge(search.age) === null ? "" : search.age,
    time: search.time,
    seats: search.onlyAvailable ? "free" : "",
    "up-to": parsePrice(search.maxPrice) === null ? "" : search.maxPrice,
    sort: search.order === DEFAULT_SEARCH.order ? "" : search.order,
  });
}

/**
 * Returns the classes that match a search, in its order.
 *
 * @param craftName returns the name of the craft with a slug
 */
export function searchClasses(
  classes: readonly CampClass[],
  search: ClassSearch,
  craftName: (slug: string) => string,
): CampClass[] {
  const words = normalize(search.text).split(/\s+/).filter(Boolean);
  const matching = classes.filter(
    (campClass) =>
      matchesFilters(campClass, search) && containsAll(normalize(textOf(campClass, craftName)), words),
  );
  const compare = COMPARATORS[search.order];
  return compare ? matching.sort(compare) : matching;
}

function matchesFilters(campClass: CampClass, search: ClassSearch): boolean {
  const { price, craft, ageFrom, ageTo } = campClass;
  const maxPrice = parsePrice(search.maxPrice);
  const age = parseAge(search.age);
  return (
    (!search.onlyAvailable || openSeats(campClass) > 0) &&
    (maxPrice === null || price <= maxPrice) &&
    (search.craft === "" || craft === search.craft) &&
    (search.week === "" || runsInWeek(campClass, search.week)) &&
    (age === null || (age >= (ageFrom ?? 0) && age <= (ageTo ?? Number.POSITIVE_INFINITY))) &&
    (search.time === "" || dayPartOf(campClass) === search.time)
  );
}

function textOf(campClass: CampClass, craftName: (slug: string) => string): string {
  const { nameClass, description, place, craft } = campClass;
  const part = dayPartOf(campClass);
  const texts = [
    nameClass,
    instructorOf(campClass),
    description,
    place,
    craft && craftName(craft),
    part && `${part}s`,
  ];
  return texts.filter(Boolean).join(" ");
}

/** In the camp's time zone; null without lessons. */
function dayPartOf({ startsAt }: CampClass): DayPart | null {
  if (startsAt === null) return null;
  return siteClockOf(startsAt) < "12:00" ? "morning" : "afternoon";
}

export function containsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Removes case and accents. */
export function normalize(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function parsePrice(typed: string): number | null {
  const amount = Number(typed);
  return typed.trim() === "" || !Number.isFinite(amount) || amount < 0 ? null : amount;
}

function parseAge(typed: string): number | null {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
}
