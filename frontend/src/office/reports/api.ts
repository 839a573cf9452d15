import { downloadFile } from "../../shared/api/downloadFile";
import type { DownloadedFile } from "../../shared/api/responses";
import type { ResponseBody, Row } from "../../shared/api/types";
import { path, withQuery } from "../../shared/paths";

export type BookEntry = Row<"/reports/books">;
export type MethodTotal = ResponseBody<"GET", "/reports/books/totals">[number];
export type Check = Row<"/reports/books/checks">;
export type ClassReport = ResponseBody<"GET", "/reports/classes">[number];
export type InstructorReport = ResponseBody<"GET", "/reports/instructors">[number];
export type Overview = ResponseBody<"GET", "/overview">;
export type Week = Overview["weeks"][number];

export type Query = Record<string, string>;

/** Not in `calls`, which is part of the home page's script. */
export const reportCalls = {
  books: (query: Query) => withQuery(path("/reports/books"), query),
  bookTotals: (query: Query) => withQuery(path("/reports/books/totals"), query),
  checks: (query: Query) => withQuery(path("/reports/books/checks"), query),
  classes: (query: Query) => withQuery(path("/reports/classes"), query),
  instructors: (query: Query) => withQuery(path("/reports/instructors"), query),
  overview: (query: Query) => withQuery(path("/overview"), query),
};

/** Downloads a report as CSV. @throws ApiError */
export function downloadCsv(report: string, name: string): Promise<DownloadedFile> {
  return downloadFile(report, "text/csv", `${name}.csv`);
}
