import { downloadFile } from "../../shared/api/downloadFile";
import { request } from "../../shared/api/request";
import type { DownloadedFile } from "../../shared/api/responses";
import type { ResponseBody } from "../../shared/api/types";
import { path } from "../../shared/paths";
import { type Answers, importForm, WORKBOOK } from "../../shared/spreadsheet/spreadsheet";

type FamiliesImport = ResponseBody<"POST", "/families/import">;
/** What an import of families would do, and how the server understands the file. */
export type FamiliesPreview = Extract<FamiliesImport, { columns: unknown }>;

const IMPORT = path("/families/import");

/** How the server understands a spreadsheet of families. @throws ApiError 400 with the problems as `lines` */
export async function previewFamilies(file: File, answers: Answers): Promise<FamiliesPreview> {
  const body = importForm(file, answers, true);
  return (await request(IMPORT, { method: "POST", body })) as FamiliesPreview;
}

/**
 * Creates the accounts and children of a spreadsheet that are missing.
 *
 * @param returningUntil a day, or ""
 * @throws ApiError 409 `open_questions`
 */
export function importFamilies(file: File, answers: Answers, returningUntil: string) {
  const body = importForm(file, answers, false);
  if (returningUntil !== "") body.append("returningUntil", returningUntil);
  return request(IMPORT, { method: "POST", body });
}

export function downloadFamiliesTemplate(): Promise<DownloadedFile> {
  return downloadFile(path("/families/importTemplate"), WORKBOOK, "families.xlsx");
}
