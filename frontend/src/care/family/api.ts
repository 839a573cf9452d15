import { useCallback } from "react";
import useSWR from "swr";
import { type ChildPaperwork, careOf } from "../../accounts/children/paperwork";
import { SHARED_CHILDREN } from "../../accounts/guardians/api";
import type { ApiError } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import {
  FRESH,
  useFreshUserData,
  useInvalidate,
  useUserData,
  useUserEmail,
} from "../../shared/api/resources";
import type { ApiPath, PathTemplate, RequestBody, ResponseBody, Row } from "../../shared/api/types";
import { calls, pages, path, withQuery } from "../../shared/paths";

/** A person beside the guardian: the school may call them, may hand over a child to them, or must not. */
export type Contact = Row<"/contacts">;
export type ContactValues = Required<RequestBody<"POST", "/contacts">>;
export type Sheet = ResponseBody<"GET", "/care/{id}">;
export type SheetValues = Required<RequestBody<"PUT", "/care/{id}">>;
type Agreements = ResponseBody<"GET", "/agreements">;
export type AgreementText = Agreements["toSign"][number];
export type Agreement = Agreements["signed"][number];

/** The account of a family whose paperwork an admin keeps; undefined: the user's own. */
export type UserId = string | undefined;
/** The children that a page is about, and whose they are. */
export interface Family {
  children: readonly ChildPaperwork[];
  userId?: UserId;
  /** The child of another account, whose paperwork the user shares. */
  sharedId?: string;
}

function of<T extends PathTemplate>(userId: UserId, to: ApiPath<T>, query: Record<string, string> = {}) {
  return withQuery(to, userId === undefined ? query : { ...query, userId });
}

/** The office's page for a part of the paperwork. Not in `pages`, which is part of the home page's script. */
export function officePaperwork(userId: string, childId: string, part: "sheet" | "contacts" | "agreements") {
  return `${pages.family(userId)}/paperwork?child=${childId}&part=${part}`;
}

export const paperworkCalls = {
  sheet: (childId: string, userId: UserId) => of(userId, path("/care/{id}", childId)),
  contacts: (userId: UserId) => of(userId, path("/contacts")),
  contact: (id: string, userId: UserId) => of(userId, path("/contacts/{id}", id)),
  agreements: (userId: UserId) => of(userId, path("/agreements")),
  agreementsOf: (childId: string, userId: UserId) => of(userId, path("/agreements"), { childId }),
  agreement: (id: string, userId: UserId) => of(userId, path("/agreements/{id}", id)),
};

export function useSheet(childId: string, userId?: UserId) {
  return useFreshUserData(paperworkCalls.sheet(childId, userId));
}

/** `sharedId`: of a child of another account. */
export function useContacts(userId?: UserId, sharedId?: string) {
  const own = paperworkCalls.contacts(userId);
  return useUserData(
    sharedId === undefined ? own : withQuery(path("/contacts"), { childId: sharedId }),
    FRESH,
  );
}

/** The agreements of each of these children, in one answer. Reloaded with those of the first child. */
export function useAgreements({ children, userId }: Family) {
  const keys = children.map(({ childId }) => paperworkCalls.agreementsOf(childId, userId));
  const email = useUserEmail();
  return useSWR<ChildAgreements[], ApiError, readonly string[] | null>(
    keys.length === 0 || email === null ? null : [...keys, email],
    () =>
      Promise.all(
        children.map(async ({ childId }) => ({
          childId,
          ...(await request(paperworkCalls.agreementsOf(childId, userId))),
        })),
      ),
    FRESH,
  );
}

export type ChildAgreements = Agreements & { childId: string };

/** Returns a function that reloads the paperwork of these children of a family, and what all lack. */
export function useRefreshPaperwork({ children, userId, sharedId }: Family): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(
    () =>
      invalidate(
        careOf(userId),
        userId === undefined ? calls.me : path("/families/{id}", userId),
        paperworkCalls.contacts(userId),
        SHARED_CHILDREN,
        ...(sharedId === undefined ? [] : [withQuery(path("/contacts"), { childId: sharedId })]),
        ...children.map(({ childId }) => paperworkCalls.agreementsOf(childId, userId)),
      ),
    [invalidate, children, userId, sharedId],
  );
}

/** Adds a contact, or changes the one with this id. @throws ApiError 409 `too_many_contacts`, `last_contact`; 404 */
export async function saveContact(id: string | null, body: ContactValues, userId: UserId): Promise<void> {
  if (id === null) await request(paperworkCalls.contacts(userId), { method: "POST", body });
  else await request(paperworkCalls.contact(id, userId), { method: "PUT", body });
}

/** Adds an answer to a text. @throws ApiError 409 `text_outdated` */
export function sign(body: RequestBody<"POST", "/agreements">, userId: UserId) {
  return request(paperworkCalls.agreements(userId), { method: "POST", body });
}
