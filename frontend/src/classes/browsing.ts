import type { CampClass } from "./api";

/** How the list of classes is looked at; it is kept in the page's address. */
export interface Browsing {
  /** Words of a class's or an instructor's name. */
  text: string;
  onlyFree: boolean;
  /** The highest price in US dollars as it was typed; empty for any. */
  upTo: string;
  order: Order;
}

export const ORDERS = {
  newest: "Newest first",
  popular: "Most popular",
  cheapest: "Lowest price",
  dearest: "Highest price",
  seats: "Most free seats",
  name: "Name",
} as const;

export type Order = keyof typeof ORDERS;

export const ALL: Browsing = { text: "", onlyFree: false, upTo: "", order: "newest" };

const names = new Intl.Collator("en-US", { sensitivity: "base", numeric: true });

/** Newest first is how the server lists them. */
const COMPARE: Record<Order, ((one: CampClass, other: CampClass) => number) | null> = {
  newest: null,
  popular: (one, other) => other.enroll - one.enroll,
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  seats: (one, other) => other.seats - one.seats,
  name: (one, other) => names.compare(one.nameClass, other.nameClass),
};

/** Reads an address's query; what it does not understand counts as not said. */
export function readBrowsing(query: URLSearchParams): Browsing {
  const order = query.get("sort") ?? "";
  const upTo = query.get("up-to") ?? "";
  return {
    text: query.get("q") ?? "",
    onlyFree: query.get("seats") === "free",
    upTo: highest(upTo) === null ? "" : upTo,
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : ALL.order,
  };
}

/** The query for a browsing, with whatever else the given one says. */
export function writeBrowsing(browsing: Browsing, query: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(query);
  const say = (name: string, value: string) =>
    value === "" ? written.delete(name) : written.set(name, value);
  say("q", browsing.text.trim());
  say("seats", browsing.onlyFree ? "free" : "");
  say("up-to", highest(browsing.upTo) === null ? "" : browsing.upTo);
  say("sort", browsing.order === ALL.order ? "" : browsing.order);
  return written;
}

/** The classes that a browsing leaves, in its order. */
export function browse(classes: readonly CampClass[], browsing: Browsing): CampClass[] {
  const words = plain(browsing.text).split(/\s+/).filter(Boolean);
  const limit = highest(browsing.upTo);
  const left = classes.filter(
    (each) =>
      (!browsing.onlyFree || each.seats > 0) &&
      (limit === null || each.price <= limit) &&
      hasAll(plain(`${each.nameClass} ${each.instructorName}`), words),
  );
  const compare = COMPARE[browsing.order];
  return compare ? left.sort(compare) : left;
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function highest(typed: string): number | null {
  const amount = Number(typed);
  return typed.trim() === "" || !Number.isFinite(amount) || amount < 0 ? null : amount;
}
