import { downloadFile } from "../../shared/api/downloadFile";
import type { DownloadedFile } from "../../shared/api/responses";
import type { ResponseBody, Row } from "../../shared/api/types";
import { calls } from "../../shared/paths";
import type { ReportSearch } from "./search";

export type BookEntry = Row<"/reports/books">;
export type ClassReport = ResponseBody<"GET", "/reports/classes">[number];
export type InstructorReport = ResponseBody<"GET", "/reports/instructors">[number];

/** The query of the days of the books. */
export function daysQuery({ from, to }: ReportSearch): Record<string, string> {
  return { from, to };
}

/** The query of the season of the other reports. */
export function seasonQuery({ season }: ReportSearch): Record<string, string> {
  return season === "" ? {} : { season };
}

/** Downloads the report that is shown as CSV. @throws ApiError */
export function downloadReport(search: ReportSearch): Promise<DownloadedFile> {
  const csv = { format: "csv" };
  const paths = {
    books: () => calls.books({ ...daysQuery(search), ...csv }),
    classes: () => calls.classReports({ ...seasonQuery(search), ...csv }),
    instructors: () => calls.instructorReports({ ...seasonQuery(search), ...csv }),
  };
  return downloadFile(paths[search.report](), "text/csv", `${search.report}.csv`);
}
