import { addDays } from "../../classes/model/weeks";
import type { ApiError } from "../../shared/api/errors";
import { withParameters } from "../../shared/hooks/useSearchState";
import { serverNow } from "../../shared/serverTime";
import { siteDayOf } from "../../shared/siteTime";

/** The first and the last day of a report, as in a date input; empty for the default. */
export interface Days {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days of the books, and what is shown of them. */
interface BooksSearch extends Days {
  show: "checks" | "";
}

/** Parses the days from the query of the URL, ignoring what is no day. */
export function parseDays(query: URLSearchParams): Days {
  const day = (name: string) => (DAY.test(query.get(name) ?? "") ? (query.get(name) as string) : "");
  return { from: day("from"), to: day("to") };
}

/** What the server says against the days; undefined if nothing. */
export function daysError(error: ApiError | undefined): string | undefined {
  return Object.values(error?.fields ?? {})[0]?.join(" ");
}

/** Returns the query of the URL with these days. */
export function writeDays({ from, to }: Days, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { from: DAY.test(from) ? from : "", to: DAY.test(to) ? to : "" });
}

export function parseBooks(query: URLSearchParams): BooksSearch {
  return { ...parseDays(query), show: query.get("show") === "checks" ? "checks" : "" };
}

export function writeBooks({ show, ...days }: BooksSearch, query: URLSearchParams): URLSearchParams {
  return withParameters(writeDays(days, query), { show });
}

/** The ranges that the books offer, on the camp's clock. The first is the default. */
export function bookRanges() {
  const today = siteDayOf(new Date(serverNow()).toISOString());
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastMonth = addDays(firstOfMonth, -1);
  return [
    ["This month", { from: firstOfMonth, to: today }],
    ["Last month", { from: `${lastMonth.slice(0, 8)}01`, to: lastMonth }],
    ["This year", { from: `${today.slice(0, 5)}01-01`, to: today }],
  ] as const;
}
