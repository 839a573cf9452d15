/** The rows of a season's table: their content, filters and order. */
import { withParameters } from "../../../shared/hooks/useSearchState";
import type { ReviewedClass } from "../../api";
import { countOf, instructorOf } from "../../model/facts";
import { collator, containsAll, normalize } from "../../model/search";
import type { Conflict } from "../api";

export interface SeasonRow {
  campClass: ReviewedClass;
  /** With which classes it overlaps: `Same place as Clay Animals (5 lessons)`. A text, so that equal rows compare as equal. */
  overlaps: string;
}

export const SHOWN = {
  conflicts: "With conflicts",
  below: "Below the minimum",
  waiting: "With a waitlist",
} as const;

export const STATES = ["Pending", "Approved", "Denied", "Withdrawn"] as const;

/** The columns that the table can be sorted by. */
export const SORTS = ["class", "instructor", "days", "place", "price", "sold", "waiting", "status"] as const;

export type Sort = (typeof SORTS)[number];

/** The search, filters and order of the table, stored in the query of the URL. */
export interface SeasonSearch {
  /** Words to find in the class, its instructor and its place. */
  text: string;
  state: (typeof STATES)[number] | "";
  shown: keyof typeof SHOWN | "";
  sort: Sort;
  descending: boolean;
}

export const NO_FILTER = { text: "", state: "", shown: "" } as const;

/** An order as in the address: `price`, or `-price` if it is descending. */
export function orderOf({ sort, descending }: Pick<SeasonSearch, "sort" | "descending">): string {
  return `${descending ? "-" : ""}${sort}`;
}

export function parseOrder(text: string): Pick<SeasonSearch, "sort" | "descending"> {
  const sort = SORTS.find((each) => each === text.replace("-", "")) ?? "days";
  return { sort, descending: text.startsWith("-") };
}

export function parseSearch(query: URLSearchParams): SeasonSearch {
  const shown = query.get("show") ?? "";
  return {
    text: query.get("q") ?? "",
    state: STATES.find((each) => each === query.get("status")) ?? "",
    shown: Object.hasOwn(SHOWN, shown) ? (shown as keyof typeof SHOWN) : "",
    ...parseOrder(query.get("sort") ?? ""),
  };
}

export function writeSearch(search: SeasonSearch, query: URLSearchParams): URLSearchParams {
  const { text, state, shown } = search;
  const order = orderOf(search);
  return withParameters(query, {
    q: text.trim(),
    status: state,
    show: shown,
    sort: order === "days" ? "" : order,
  });
}

const KINDS: Record<Conflict["kind"], string> = {
  instructor: "Same instructor as",
  place: "Same place as",
};

/** Joins classes with their conflicts. */
export function rowsOf(classes: readonly ReviewedClass[], conflicts: readonly Conflict[]): SeasonRow[] {
  const names = new Map(classes.map(({ _id, nameClass }) => [_id, nameClass]));
  const overlaps = new Map<string, Map<string, number>>();
  const count = (id: string, kind: Conflict["kind"], other: string) => {
    const text = `${KINDS[kind]} ${names.get(other) ?? "a class outside this season"}`;
    const ofClass = overlaps.get(id) ?? new Map<string, number>();
    overlaps.set(id, ofClass.set(text, (ofClass.get(text) ?? 0) + 1));
  };
  for (const { kind, classIds } of conflicts) {
    const [one = "", other = ""] = classIds;
    count(one, kind, other);
    count(other, kind, one);
  }
  return classes.map((campClass) => ({ campClass, overlaps: overlapsText(overlaps.get(campClass._id)) }));
}

function overlapsText(lessons: ReadonlyMap<string, number> = new Map()): string {
  return [...lessons].map(([text, count]) => `${text} (${countOf(count, "lesson")})`).join("; ");
}

/** The rows that match the search, in its order. */
export function searchRows(rows: readonly SeasonRow[], search: SeasonSearch): SeasonRow[] {
  const words = normalize(search.text).split(/\s+/).filter(Boolean);
  const matches = rows.filter(
    (row) =>
      (search.state === "" || stateOf(row.campClass) === search.state) &&
      isShown(row, search.shown) &&
      containsAll(normalize(textOf(row.campClass)), words),
  );
  const direction = search.descending ? -1 : 1;
  return matches.sort((a, b) => direction * COMPARATORS[search.sort](a.campClass, b.campClass));
}

function textOf(campClass: ReviewedClass): string {
  return `${campClass.nameClass} ${instructorOf(campClass)} ${campClass.place}`;
}

function isShown({ campClass, overlaps }: SeasonRow, shown: SeasonSearch["shown"]): boolean {
  if (shown === "conflicts") return overlaps !== "";
  if (shown === "below") return isBelowMinimum(campClass);
  return shown === "" || campClass.waiting > 0;
}

export function isBelowMinimum({ enroll, minSeats }: ReviewedClass): boolean {
  return minSeats !== null && enroll < minSeats;
}

function stateOf({ status, withdrawnAt }: ReviewedClass): (typeof STATES)[number] {
  return withdrawnAt ? "Withdrawn" : status;
}

type Comparator = (a: ReviewedClass, b: ReviewedClass) => number;

const byText = (text: (campClass: ReviewedClass) => string): Comparator => {
  return (a, b) => collator.compare(text(a), text(b));
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
  status: byText(stateOf),
};
