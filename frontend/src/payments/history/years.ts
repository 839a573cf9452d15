import { withParameters } from "../../shared/hooks/useSearchState";
import { serverNow } from "../../shared/serverTime";
import { siteDayOf } from "../../shared/siteTime";
import type { Payment } from "../api";

/** The year that is shown; empty for none. */
interface YearSearch {
  year: string;
}

export function parseYear(query: URLSearchParams): YearSearch {
  const year = query.get("year") ?? "";
  return { year: /^20\d\d$/.test(year) ? year : "" };
}

export function writeYear({ year }: YearSearch, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { year });
}

/** The year of a payment on the camp's clock. */
export function yearOf({ date }: Pick<Payment, "date">): string {
  return siteDayOf(date).slice(0, 4);
}

export function presentYear(): string {
  return yearOf({ date: new Date(serverNow()).toISOString() });
}

/** The years from the first payment until now, the latest first: a refund may come years after its payment. */
export function yearOptions(payments: readonly Pick<Payment, "date">[]): [value: string, label: string][] {
  const last = Number(presentYear());
  const first = Math.min(last, ...payments.map((payment) => Number(yearOf(payment))));
  return Array.from({ length: last - first + 1 }, (_, index) => [String(last - index), String(last - index)]);
}
