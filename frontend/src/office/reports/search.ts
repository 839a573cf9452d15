import { withParameters } from "../../shared/hooks/useSearchState";
import { serverNow } from "../../shared/serverTime";
import { siteDayOf } from "../../shared/siteTime";

export const REPORTS = { books: "Books", classes: "Classes", instructors: "Instructors" } as const;

/** The report in the address, and its filters: days as in a date input; an empty season stands for all classes. */
export interface ReportSearch {
  report: keyof typeof REPORTS;
  from: string;
  to: string;
  season: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function parseReport(query: URLSearchParams): ReportSearch {
  const report = query.get("report") ?? "";
  const days = presentMonth();
  const day = (name: "from" | "to") => {
    const value = query.get(name) ?? "";
    return DAY.test(value) ? value : days[name];
  };
  return {
    report: Object.hasOwn(REPORTS, report) ? (report as ReportSearch["report"]) : "books",
    from: day("from"),
    to: day("to"),
    season: query.get("season") ?? "",
  };
}

export function writeReport(
  { report, from, to, season }: ReportSearch,
  query: URLSearchParams,
): URLSearchParams {
  const days = presentMonth();
  return withParameters(query, {
    report: report === "books" ? "" : report,
    from: from === days.from ? "" : from,
    to: to === days.to ? "" : to,
    season,
  });
}

/** From the first day of this month to today, on the camp's clock. */
function presentMonth(): { from: string; to: string } {
  const today = siteDayOf(new Date(serverNow()).toISOString());
  return { from: `${today.slice(0, 8)}01`, to: today };
}
