/** The rows of Manage Classes: their content, filters and order. */
import { withParameters } from "../../../shared/hooks/useSearchState";
import type { ClassStatus, ReviewedClass } from "../../api";
import { instructorOf } from "../../model/facts";
import { compareTexts, containsAll, normalize } from "../../model/search";
import type { Conflict } from "../api";

/** That a class overlaps with another one. */
export interface Overlap {
  kind: Conflict["kind"];
  otherId: string;
  otherName: string;
  lessons: number;
}

export interface SeasonRow {
  campClass: ReviewedClass;
  overlaps: readonly Overlap[];
}

export const SHOWN = {
  conflicts: "With conflicts",
  below_minimum: "Starting soon below the minimum",
  waiting: "With a waitlist",
} as const;

const STATES = ["All", "Pending", "Approved", "Denied"] as const satisfies readonly (ClassStatus | "All")[];

/** What the classes can be sorted by; `added`: when they were added. */
const SORTS = [
  "class",
  "instructor",
  "days",
  "place",
  "price",
  "sold",
  "waiting",
  "status",
  "added",
] as const;

export type Sort = (typeof SORTS)[number];

/** The search, filters, order and view of the classes, stored in the query of the URL. */
export interface ClassSearch {
  /** Words to find in the class, its instructor and its place. */
  text: string;
  /** The slug of a season, or of NO_SEASON; empty for all. */
  season: string;
  /** Empty: the page chooses. */
  status: (typeof STATES)[number] | "";
  shown: keyof typeof SHOWN | "";
  /** The class takes place on one of the days from `from` to `to`, as `2027-07-05`; empty for no limit. */
  from: string;
  to: string;
  /** Empty: that of the view. */
  sort: Sort | "";
  descending: boolean;
  /** Empty: the page chooses. */
  view: "table" | "cards" | "";
}

export const NO_FILTER = { text: "", status: "All", shown: "", from: "", to: "" } as const;

/** An order as in the address: `price`, or `-price` if it is descending. */
export function orderOf({ sort, descending }: Pick<ClassSearch, "sort" | "descending">): string {
  return `${descending ? "-" : ""}${sort}`;
}

export function parseOrder(text: string): Pick<ClassSearch, "sort" | "descending"> {
  const sort = SORTS.find((each) => each === text.replace("-", "")) ?? "";
  return { sort, descending: text.startsWith("-") };
}

export function parseSearch(query: URLSearchParams): ClassSearch {
  const shown = query.get("show") ?? "";
  const view = query.get("view") ?? "";
  return {
    text: query.get("q") ?? "",
    season: query.get("season") ?? "",
    status: STATES.find((each) => each === query.get("status")) ?? "",
    shown: Object.hasOwn(SHOWN, shown) ? (shown as keyof typeof SHOWN) : "",
    from: parseDay(query.get("from")),
    to: parseDay(query.get("to")),
    ...parseOrder(query.get("sort") ?? ""),
    view: view === "table" || view === "cards" ? view : "",
  };
}

function parseDay(text: string | null): string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : "";
}

export function writeSearch(search: ClassSearch, query: URLSearchParams): URLSearchParams {
  const { text, season, status, shown, from, to, view } = search;
  const sort = search.sort === "" ? "" : orderOf(search);
  return withParameters(query, { q: text.trim(), season, status, show: shown, from, to, sort, view });
}

/** Whether the search leaves classes out. */
export function isFiltered({ text, status, shown, from, to }: ClassSearch): boolean {
  return [text.trim(), status, shown, from, to].some((value) => value !== "");
}

/** The same for all, so that their rows are not rendered again. */
const NONE: readonly Overlap[] = [];

/** Joins classes with their conflicts. */
export function rowsOf(classes: readonly ReviewedClass[], conflicts: readonly Conflict[]): SeasonRow[] {
  const names = new Map(classes.map(({ _id, nameClass }) => [_id, nameClass]));
  const overlaps = new Map<string, Overlap[]>();
  const count = (id: string, kind: Conflict["kind"], otherId: string) => {
    const known = overlaps.get(id) ?? [];
    overlaps.set(id, known);
    const same = known.find((each) => each.kind === kind && each.otherId === otherId);
    const otherName = names.get(otherId) ?? "a class outside this season";
    if (same) same.lessons += 1;
    else known.push({ kind, otherId, otherName, lessons: 1 });
  };
  for (const { kind, classIds } of conflicts) {
    const [one = "", other = ""] = classIds;
    count(one, kind, other);
    count(other, kind, one);
  }
  return classes.map((campClass) => ({ campClass, overlaps: overlaps.get(campClass._id) ?? NONE }));
}

/** What the page shows: a search of which nothing is left to choose. */
interface ShownSearch extends ClassSearch {
  status: (typeof STATES)[number];
  sort: Sort;
  view: "table" | "cards";
}

/** Pending classes are shown as cards, the newest first; others in the table, by their first day. */
export function shownSearch(search: ClassSearch, initial: "Pending" | "All"): ShownSearch {
  const status = search.status || initial;
  const view = search.view || (status === "Pending" ? "cards" : "table");
  if (search.sort !== "") return { ...search, sort: search.sort, status, view };
  return view === "cards"
    ? { ...search, sort: "added", descending: true, status, view }
    : { ...search, sort: "days", descending: false, status, view };
}

/** The rows that match the search, in its order; as cards, those that wait for a decision first. */
export function searchRows(rows: readonly SeasonRow[], search: ShownSearch): SeasonRow[] {
  const { status, sort, descending, view } = search;
  const words = normalize(search.text).split(/\s+/).filter(Boolean);
  const matches = rows.filter(
    (row) =>
      (status === "All" || row.campClass.status === status) &&
      isShown(row, search.shown) &&
      takesPlace(row.campClass, search) &&
      containsAll(normalize(textOf(row.campClass)), words),
  );
  const direction = descending ? -1 : 1;
  matches.sort((a, b) => direction * COMPARATORS[sort](a.campClass, b.campClass));
  return view === "cards" ? matches.sort((a, b) => rank(a) - rank(b)) : matches;
}

function rank({ campClass }: SeasonRow): number {
  return Number(campClass.status !== "Pending");
}

function textOf(campClass: ReviewedClass): string {
  const { nameClass, instructorName, instructorEmail, place } = campClass;
  return `${nameClass} ${instructorName} ${instructorEmail} ${place}`;
}

function isShown({ campClass, overlaps }: SeasonRow, shown: ClassSearch["shown"]): boolean {
  if (shown === "conflicts") return overlaps.length > 0;
  if (shown === "below_minimum") return campClass.belowMinimum === true;
  return shown === "" || campClass.waiting > 0;
}

function takesPlace({ firstDay, lastDay }: ReviewedClass, { from, to }: ClassSearch): boolean {
  if (from === "" && to === "") return true;
  return firstDay !== null && lastDay !== null && lastDay >= from && (to === "" || firstDay <= to);
}

type Comparator = (a: ReviewedClass, b: ReviewedClass) => number;

const byText = (text: (campClass: ReviewedClass) => string): Comparator => {
  return (a, b) => compareTexts(text(a), text(b));
};
const byNumber = (number: (campClass: ReviewedClass) => number): Comparator => {
  return (a, b) => number(a) - number(b);
};

const COMPARATORS: Record<Sort, Comparator> = {
  class: byText(({ nameClass }) => nameClass),
  instructor: byText(instructorOf),
  days: (a, b) => (a.startsAt ?? "9999").localeCompare(b.startsAt ?? "9999"),
  place: byText(({ place }) => place),
  price: byNumber(({ price }) => price),
  sold: byNumber(({ enroll }) => enroll),
  waiting: byNumber(({ waiting }) => waiting),
  status: byText(({ status, withdrawnAt }) => (withdrawnAt ? "Withdrawn" : status)),
  added: byNumber(({ _id }) => Number(_id)),
};
