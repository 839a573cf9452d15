import { usePreview } from "../../shared/api/preview";
import { request } from "../../shared/api/request";
import { useUserData } from "../../shared/api/resources";
import type { ApiPath, RequestBody, Row } from "../../shared/api/types";
import { path } from "../../shared/paths";

export type Message = Row<"/classes/{id}/messages">;
export type MessageDraft = RequestBody<"POST", "/classes/{id}/messages">;
export type Recipients = MessageDraft["to"];

/** Where messages to the families of a class, a season or a day are sent. */
export type AudiencePath = ApiPath<
  "/classes/{id}/messages" | "/seasons/{id}/messages" | "/days/{date}/messages"
>;

/** Not in `calls`, which is part of the home page's script. */
export const messagesOfClass = (id: string) => path("/classes/{id}/messages", id);
export const messagesOfSeason = (id: string) => path("/seasons/{id}/messages", id);
export const messagesOfDay = (day: string) => path("/days/{date}/messages", day);

/** The messages about a class, for its families, its instructor and admins. Null requests nothing. */
export function useMessages(classId: string | null) {
  return useUserData(classId === null ? null : messagesOfClass(classId));
}

/** Mails a message, and returns the number of families. The same `key` again mails nothing. @throws ApiError */
export async function sendMessage(to: AudiencePath, body: MessageDraft): Promise<number> {
  return (await request(to, { method: "POST", body })).recipients;
}

/** The number of families that a message would be mailed to, and those that it can't reach; nothing without a path. */
export function useMessagePreview(to: AudiencePath | "", recipients: Recipients) {
  const dryRun = `${to}?dryRun=true` as AudiencePath;
  return usePreview("POST", dryRun, to ? ({ to: recipients } as MessageDraft) : null);
}
