import { useCallback } from "react";
import { request } from "../../shared/api/request";
import { useInvalidate, useUserData } from "../../shared/api/resources";
import type { RequestBody, Row } from "../../shared/api/types";
import { path } from "../../shared/paths";

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

const FRESH = { dedupingInterval: 0 };

/** The children with a seat ahead in the season who lack paperwork. */
export function useLackingChildren(seasonId: string) {
  return useUserData(officeCalls.paperwork(seasonId), FRESH);
}

export function useRefreshLackingChildren(seasonId: string): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(() => invalidate(officeCalls.paperwork(seasonId)), [invalidate, seasonId]);
}

/** All versions of all texts, the newest first. */
export function useAgreementTexts() {
  return useUserData(officeCalls.texts, FRESH);
}

/** Writes an e-mail to the guardians of all children who lack paperwork; returns how many get one. @throws ApiError */
export async function remindAll(seasonId: string): Promise<number> {
  return (await request(officeCalls.paperwork(seasonId), { method: "POST" })).sent;
}

/** Records that staff have seen a paper. @throws ApiError 404 */
export async function recordPaper(body: RequestBody<"POST", "/papers">): Promise<void> {
  await request(officeCalls.papers, { method: "POST", body });
}

/** Publishes a new version of the text of its kind. @throws ApiError 409 `already_exists` */
export async function publishText(body: TextValues): Promise<void> {
  await request(officeCalls.texts, { method: "POST", body });
}
