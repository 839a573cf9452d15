import { usePreview } from "../../shared/api/preview";
import { request } from "../../shared/api/request";
import { FRESH, useUserData, useUserList } from "../../shared/api/resources";
import type { RequestBody, Row } from "../../shared/api/types";
import { path, withQuery } from "../../shared/paths";
import { type LackingSearch, writeLackingSearch } from "./lackingRows";

/** A child that lacks paperwork, and its guardian. */
export type LackingChild = Row<"/seasons/{id}/paperwork">;
/** A version of a text that families sign. */
export type TextVersion = Row<"/agreementTexts">;
export type TextValues = RequestBody<"POST", "/agreementTexts">;

const officeCalls = {
  paperwork: (seasonId: string) => path("/seasons/{id}/paperwork", seasonId),
  papers: path("/papers"),
  texts: path("/agreementTexts"),
};

/** On a phone the first page is less than five screens. */
const FIRST_PAGE = "12";
const PAGE_SIZE = "50";

/** The children with a seat ahead in the season who lack paperwork and match the search. */
export function useLackingChildren(seasonId: string, search: LackingSearch) {
  const query = Object.fromEntries(writeLackingSearch(search, new URLSearchParams({ limit: FIRST_PAGE })));
  return useUserList((after) =>
    withQuery(
      officeCalls.paperwork(seasonId),
      after === null ? query : { ...query, limit: PAGE_SIZE, after },
    ),
  );
}

/** The parts of the paperwork that a child may lack. */
export function useParts(): string[] {
  const { data } = useUserData(path("/school"), FRESH);
  return [...(data?.requires ?? []), "agreements"];
}

/** All versions of all texts, the newest first. */
export function useAgreementTexts() {
  return useUserData(officeCalls.texts, FRESH);
}

/** The number of guardians that a reminder reaches, and the guardians that it doesn't; not requested while `asked` is false. */
export function useReminder(seasonId: string, asked: boolean) {
  return usePreview("POST", officeCalls.paperwork(seasonId), asked ? { dryRun: true } : null);
}

/** Writes an e-mail to the guardians of all children who lack paperwork; returns how many get one. @throws ApiError */
export async function remindAll(seasonId: string): Promise<number> {
  return (await request(officeCalls.paperwork(seasonId), { method: "POST", body: { dryRun: false } })).sent;
}

/** Records that staff have seen a paper. @throws ApiError 404 */
export async function recordPaper(body: RequestBody<"POST", "/papers">): Promise<void> {
  await request(officeCalls.papers, { method: "POST", body });
}

/** Publishes a new version of the text of its kind. @throws ApiError 409 `already_exists` */
export async function publishText(body: TextValues): Promise<void> {
  await request(officeCalls.texts, { method: "POST", body });
}
