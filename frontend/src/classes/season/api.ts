import { useCallback, useMemo } from "react";
import { downloadFile } from "../../shared/api/downloadFile";
import { request } from "../../shared/api/request";
import { FRESH, useInvalidate, useUserData } from "../../shared/api/resources";
import type { DownloadedFile } from "../../shared/api/responses";
import type { RequestBody, ResponseBody, Row } from "../../shared/api/types";
import { calls, path, withQuery } from "../../shared/paths";
import { type Answers, importForm, type SeasonPreview, WORKBOOK } from "../../shared/spreadsheet/spreadsheet";
import type { ReviewedClass } from "../api";
import { inChunks } from "../bulk";
import type { SeasonScope } from "../model/seasons";
import { rowsOf } from "./table/rows";

export type SeasonValues = RequestBody<"POST", "/seasons">;
/** Two classes that overlap in a place, or for an instructor. */
export type Conflict = Row<"/seasons/{id}/conflicts">;
export type CopyOutcome = ResponseBody<"POST", "/seasons/{id}/copy">;

/** Not in `calls`, which is part of the home page's script. */
const seasonCalls = {
  season: (id: string) => path("/seasons/{id}", id),
  import: (id: string) => path("/seasons/{id}/import", id),
  template: path("/seasons/importTemplate"),
  conflicts: (id: string) => path("/seasons/{id}/conflicts", id),
  classes: (slug: string) => withQuery(calls.classes, slug === "" ? {} : { season: slug }),
};

/** Copies the classes of another season that are missing in this one. */
export const copyOf = (id: string) => path("/seasons/{id}/copy", id);

/** All seasons with what only admins see of them, the latest first. */
export function useAdminSeasons() {
  return useUserData(calls.seasons);
}

/** The classes of a season, of every status, with their conflicts, and a function that changes one of them. */
export function useSeasonRows({ _id, slug }: SeasonScope) {
  const { data, error, mutate } = useUserData(seasonCalls.classes(slug), FRESH);
  // Without them the classes are shown all the same.
  const conflicts = useUserData(_id === null ? null : seasonCalls.conflicts(_id), FRESH);
  const rows = useMemo(() => data && rowsOf(data, conflicts.data ?? []), [data, conflicts.data]);
  const refreshConflicts = conflicts.mutate;
  const save = useCallback(
    async (campClass: ReviewedClass, changes: QuickChange) => {
      await changeClass(campClass, changes);
      const replaced = (each: ReviewedClass) =>
        each._id === campClass._id ? { ...each, ...changes, ...statusAfter(each) } : each;
      const isMoved = changes.instructorId !== undefined;
      // The server knows the name of the instructor. More seats may be offered to the waitlist at once.
      const revalidate = isMoved || (changes.seats !== undefined && campClass.waiting > 0);
      await mutate((classes) => classes?.map(replaced), { revalidate });
      if (isMoved || changes.place !== undefined) await refreshConflicts();
    },
    [mutate, refreshConflicts],
  );
  return { rows, error, retry: () => mutate(), save };
}

/** A denied class that changes becomes pending. */
function statusAfter({ status }: ReviewedClass): Partial<ReviewedClass> {
  return status === "Denied" ? { status: "Pending" } : {};
}

/** Returns a function that reloads the classes and their conflicts. */
export function useRefreshSeason({ _id, slug }: SeasonScope): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(async () => {
    const conflicts = _id === null ? [] : [seasonCalls.conflicts(_id)];
    await invalidate(calls.classes, calls.popularClasses, seasonCalls.classes(slug), ...conflicts);
  }, [invalidate, _id, slug]);
}

/** Returns a function that reloads the seasons, and the lists that show when classes open. */
export function useRefreshSeasons(): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(() => invalidate(calls.seasons, calls.classes, calls.popularClasses), [invalidate]);
}

/** Creates a season, or changes the one with this id. Returns its id. @throws ApiError 409 `already_exists` */
export async function saveSeason(id: string | null, body: SeasonValues): Promise<string> {
  if (id === null) return (await request(calls.seasons, { method: "POST", body })).insertedId;
  await request(seasonCalls.season(id), { method: "PUT", body });
  return id;
}

/** How the server understands a spreadsheet of classes. @throws ApiError 400 with the problems as `lines` */
export async function previewImport(id: string, file: File, answers: Answers): Promise<SeasonPreview> {
  const body = importForm(file, answers, true);
  return (await request(seasonCalls.import(id), { method: "POST", body })) as SeasonPreview;
}

/** Creates the classes of a spreadsheet that are missing in the season. @throws ApiError 409 `open_questions` */
export function importSeason(id: string, file: File, answers: Answers) {
  return request(seasonCalls.import(id), { method: "POST", body: importForm(file, answers, false) });
}

export function downloadTemplate(): Promise<DownloadedFile> {
  return downloadFile(seasonCalls.template, WORKBOOK, "classes.xlsx");
}

/** Each changes several classes, and returns a sentence for each that the server refused. @throws ApiError */
export const changeMany = {
  /** Null: no season. */
  season: (classes: readonly ReviewedClass[], season: string | null) =>
    inChunks(classes, (ids) => request(path("/classes/season"), { method: "PATCH", body: { ids, season } })),
  deny: (classes: readonly ReviewedClass[], feedback: string) =>
    inChunks(classes, (ids) =>
      request(path("/classes/denied"), { method: "PATCH", body: { ids, feedback } }),
    ),
  /** Null: no early price. */
  earlyPrice: (classes: readonly ReviewedClass[], percent: number | null, until: string | null) =>
    inChunks(classes, (ids) =>
      request(path("/classes/earlyPrice"), { method: "PATCH", body: { ids, percent, until } }),
    ),
};

/** What the season's table changes in place. */
export type QuickChange = Partial<
  Pick<ReviewedClass, "instructorId" | "price" | "earlyPrice" | "earlyUntil" | "place" | "minSeats" | "seats">
>;

/** Changes some values of a class. @throws ApiError 409 `seats_held`, `too_many_seats`, `class_withdrawn` */
async function changeClass({ _id, enroll }: ReviewedClass, changes: QuickChange): Promise<void> {
  const body = changes.seats === undefined ? changes : { ...changes, enroll };
  await request(calls.class(_id), { method: "PATCH", body });
}
