import type { ResponseBody } from "../api/types";

type SeasonImport = ResponseBody<"POST", "/seasons/{id}/import">;
/** What an import of classes would do, and how the server understands the file. */
export type SeasonPreview = Extract<SeasonImport, { columns: unknown }>;
/** What the previews of all imports have in common. */
export type Preview = Pick<SeasonPreview, "created" | "knownFields" | "columns" | "questions" | "problems">;
export type Question = Preview["questions"][number];
export type Column = Preview["columns"][number];

/** By the letter of a column, its field; by the id of a question, the chosen answer. */
export interface Answers {
  columns: Readonly<Record<string, string | null>>;
  questions: Readonly<Record<string, string>>;
}

/** The media type of a template. */
export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const NO_ANSWERS: Answers = { columns: {}, questions: {} };

/** The body of the request that imports a file, or only previews it. */
export function importForm(file: File, answers: Answers, dryRun: boolean): FormData {
  const body = new FormData();
  body.append("file", file);
  body.append("dryRun", String(dryRun));
  body.append("answers", JSON.stringify(answers));
  return body;
}

/** Whether the file can be imported as it is. */
export function isReady({ questions, problems }: Preview, answers: Answers): boolean {
  return (
    questions.every(({ id }) => answers.questions[id] !== undefined) &&
    problems.every(({ kind }) => kind !== "error")
  );
}

/** `row 3`, `rows 3, 4, 7 and 5 more` */
export function rowsText(rows: readonly number[]): string {
  if (rows.length === 0) return "";
  const more = rows.length > MAX_ROWS ? ` and ${rows.length - MAX_ROWS} more` : "";
  return `${rows.length === 1 ? "row" : "rows"} ${rows.slice(0, MAX_ROWS).join(", ")}${more}`;
}

const MAX_ROWS = 12;
