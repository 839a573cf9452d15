import { useCallback } from "react";
import { CARE } from "../../accounts/children/paperwork";
import { request } from "../../shared/api/request";
import { useFreshUserData, useInvalidate, useUserData } from "../../shared/api/resources";
import type { RequestBody, ResponseBody, Row } from "../../shared/api/types";
import { calls, path, withQuery } from "../../shared/paths";

/** A person beside the guardian: the school may call them, may hand over a child to them, or must not. */
export type Contact = Row<"/contacts">;
export type ContactValues = Required<RequestBody<"POST", "/contacts">>;
export type Sheet = ResponseBody<"GET", "/care/{id}">;
export type SheetValues = Required<RequestBody<"PUT", "/care/{id}">>;
type Agreements = ResponseBody<"GET", "/agreements">;
export type AgreementText = Agreements["toSign"][number];
export type Agreement = Agreements["signed"][number];

const paperworkCalls = {
  sheet: (childId: string) => path("/care/{id}", childId),
  contacts: path("/contacts"),
  contact: (id: string) => path("/contacts/{id}", id),
  agreements: path("/agreements"),
  agreementsOf: (childId: string) => withQuery(path("/agreements"), { childId }),
  agreement: (id: string) => path("/agreements/{id}", id),
};

const FRESH = { dedupingInterval: 0 };

export function useSheet(childId: string) {
  return useFreshUserData(paperworkCalls.sheet(childId));
}

export function useContacts() {
  return useUserData(paperworkCalls.contacts, FRESH);
}

export function useAgreements(childId: string) {
  return useUserData(paperworkCalls.agreementsOf(childId), FRESH);
}

export function useAgreement(id: string) {
  return useUserData(paperworkCalls.agreement(id));
}

/** The phone number of the current user, and the rest of their profile. */
export function useMyProfile() {
  return useUserData(calls.me, FRESH);
}

/** Returns a function that reloads the paperwork of a child, and what all children lack. */
export function useRefreshPaperwork(childId: string): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(
    () => invalidate(CARE, calls.me, paperworkCalls.contacts, paperworkCalls.agreementsOf(childId)),
    [invalidate, childId],
  );
}

/** Saves the care sheet of a child, and confirms it for the coming season. @throws ApiError */
export async function saveSheet(childId: string, body: SheetValues): Promise<void> {
  await request(paperworkCalls.sheet(childId), { method: "PUT", body });
}

/** Adds a contact, or changes the one with this id. @throws ApiError 409 `too_many_contacts`, `last_contact`; 404 */
export async function saveContact(id: string | null, body: ContactValues): Promise<void> {
  if (id === null) await request(paperworkCalls.contacts, { method: "POST", body });
  else await request(paperworkCalls.contact(id), { method: "PUT", body });
}

/** @throws ApiError 409 `last_contact`; 404 */
export async function deleteContact(id: string): Promise<void> {
  await request(paperworkCalls.contact(id), { method: "DELETE" });
}

/** Adds the guardian's answer to a text. @throws ApiError 409 `text_outdated` */
export async function sign(body: RequestBody<"POST", "/agreements">): Promise<void> {
  await request(paperworkCalls.agreements, { method: "POST", body });
}
