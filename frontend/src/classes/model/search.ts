import { withParameters } from "../../shared/hooks/useSearchState";
import { onFirstUse } from "../../shared/intl";
import { parseAmount } from "../../shared/money";
import type { CampClass } from "../api";
import { hasBegun, instructorOf, openSeats } from "./facts";
import { mondayOf, runsInWeek } from "./weeks";

/** The search, filters and order of the class list, stored in the query of the URL. */
export interface ClassSearch {
  /** Words to find in the class, its craft, its place, the name of its instructor, and "mornings", "afternoons" or "all day". */
  text: string;
  /** The slug of a craft; empty for all. */
  craft: string;
  /** The slug of a season; empty for all. */
  season: string;
  /** The Monday of a week in which the class takes place, as `2027-07-05`; empty for any. */
  week: string;
  /** The age of the child in years, as typed; empty for any. */
  age: string;
  time: DayPart | "";
  onlyAvailable: boolean;
  /** The maximum price in US dollars, as typed; empty for no limit. */
  maxPrice: string;
  order: Order;
  /** In the week planner, `week` is the first week shown, and no filter. */
  view: "list" | "weeks";
  /** The id of the selected child in the week planner; empty for none. */
  child: string;
  /** How many cards are shown. */
  shown: number;
}

/** Of the camp's day. A class of five hours or more takes all of it. */
export const DAY_PARTS = { morning: "Mornings", afternoon: "Afternoons", "all-day": "All day" } as const;
export type DayPart = keyof typeof DAY_PARTS;
const ALL_DAY_HOURS = 5;

/** How many cards "Show more" adds. */
export const CARDS = 24;

export const ORDERS = {
  soonest: "Starting soonest",
  newest: "Newest first",
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
  season: "",
  week: "",
  age: "",
  time: "",
  onlyAvailable: false,
  maxPrice: "",
  order: "soonest",
  view: "list",
  child: "",
  shown: CARDS,
};

const collator = onFirstUse(() => new Intl.Collator("en-US", { sensitivity: "base", numeric: true }));

/** Compares two texts for an order as in a dictionary, in which numbers count by their value. */
export function compareTexts(a: string, b: string): number {
  return collator().compare(a, b);
}

/** Null keeps the order of the server, which is newest first. */
const COMPARATORS: Record<Order, ((a: CampClass, b: CampClass) => number) | null> = {
  newest: null,
  soonest: (a, b) =>
    Number(hasBegun(a)) - Number(hasBegun(b)) ||
    Date.parse(a.startsAt ?? "9999") - Date.parse(b.startsAt ?? "9999"),
  popular: (a, b) => b.enroll - a.enroll,
  cheapest: (a, b) => a.priceNow - b.priceNow,
  dearest: (a, b) => b.priceNow - a.priceNow,
  seats: (a, b) => openSeats(b) - openSeats(a),
  name: (a, b) => compareTexts(a.nameClass, b.nameClass),
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
    season: query.get("season") ?? "",
    week: mondayOf(query.get("week") ?? "") ?? "",
    age: parseAge(age) === null ? "" : age,
    time: Object.hasOwn(DAY_PARTS, time) ? (time as DayPart) : "",
    onlyAvailable: query.get("seats") === "free",
    maxPrice: parseAmount(maxPrice) === null ? "" : maxPrice,
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : DEFAULT_SEARCH.order,
    view: query.get("view") === "weeks" ? "weeks" : "list",
    child: query.get("child") ?? "",
    shown: parseShown(query.get("show") ?? ""),
  };
}

/** Returns the query with the search written into it. */
export function writeSearch(search: ClassSearch, query: URLSearchParams): URLSearchParams {
  return withParameters(query, {
    q: search.text.trim(),
    craft: search.craft,
    season: search.season,
    week: search.week,
    age: parseAge(search.age) === null ? "" : search.age,
    time: search.time,
    seats: search.onlyAvailable ? "free" : "",
    "up-to": parseAmount(search.maxPrice) === null ? "" : search.maxPrice,
    sort: search.order === DEFAULT_SEARCH.order ? "" : search.order,
    view: search.view === "weeks" ? "weeks" : "",
    child: search.child,
    show: search.shown === CARDS ? "" : String(search.shown),
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
  const { craft, season, ageFrom, ageTo } = campClass;
  const maxPrice = parseAmount(search.maxPrice);
  const age = parseAge(search.age);
  return (
    (!search.onlyAvailable || openSeats(campClass) > 0) &&
    (maxPrice === null || campClass.priceNow <= maxPrice) &&
    (search.craft === "" || craft === search.craft) &&
    (search.season === "" || season === search.season) &&
    (search.view === "weeks" || search.week === "" || runsInWeek(campClass, search.week)) &&
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
    part && DAY_PARTS[part],
  ];
  return texts.filter(Boolean).join(" ");
}

/** Null without lessons. */
export function dayPartOf({
  earliestTime,
  latestTime,
}: Pick<CampClass, "earliestTime" | "latestTime">): DayPart | null {
  if (earliestTime === null || latestTime === null) return null;
  if (hoursOf(latestTime) - hoursOf(earliestTime) >= ALL_DAY_HOURS) return "all-day";
  return earliestTime < "12:00" ? "morning" : "afternoon";
}

/** `13:30` as 13.5. */
function hoursOf(clock: string): number {
  const [hours, minutes] = clock.split(":").map(Number);
  return (hours ?? 0) + (minutes ?? 0) / 60;
}

export function containsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
};

/** Removes case, accents and apostrophes, as the server's search does. */
export function normalize(text: string): string {
  const letters = text
    .replace(/['\u2018\u2019\u02bb\u02bc`\u00b4]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  return letters.toLowerCase().replace(/[^\0-\x7f]/g, (letter) => PLAIN[letter] ?? letter);
}

function parseShown(text: string): number {
  const shown = Number(text);
  return Number.isInteger(shown) && shown > CARDS ? shown : CARDS;
}

function parseAge(typed: string): number | null {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
}

/** The names of the filters in use, without the words and the order. A number that cannot be read filters nothing. */
export function activeFilters(search: ClassSearch): (keyof ClassSearch)[] {
  const names = ["craft", "season", "week", "age", "time", "onlyAvailable", "maxPrice"] as const;
  const read = parseSearch(writeSearch(search, new URLSearchParams()));
  // In the planner the week says only where the columns begin.
  const isFilter = (name: keyof ClassSearch) => name !== "week" || search.view !== "weeks";
  return names.filter((name) => isFilter(name) && read[name] !== DEFAULT_SEARCH[name]);
}

/** The change that removes these filters. */
export function without(names: readonly (keyof ClassSearch)[]): Partial<ClassSearch> {
  return Object.fromEntries(names.map((name) => [name, DEFAULT_SEARCH[name]]));
}
