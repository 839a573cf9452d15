import { useCallback } from "react";
import useSWR from "swr";
import type { Clashes } from "../classes/api";
import { downloadFile } from "../shared/api/downloadFile";
import type { ApiError } from "../shared/api/errors";
import { request } from "../shared/api/request";
import { useInvalidate, useUserData } from "../shared/api/resources";
import type { ApiPath, RequestBody, ResponseBody, Row } from "../shared/api/types";
import { calls, path, withQuery } from "../shared/paths";

/** A family in the search. */
export type FamilyRow = Row<"/families">;
/** An account with everything that the office sees of it. */
export type Family = ResponseBody<"GET", "/families/{id}">;
export type FamilySeat = Family["seats"][number];
export type FamilyHold = Family["holds"][number];
export type FamilyPayment = Family["payments"][number];
/** What the move of a payment's seat would change, or has changed. */
export type MovePlan = ResponseBody<"POST", "/payments/{id}/move">;
/** Something that waits for the office. */
export type OwedItem = Row<"/desk/owed">;

/** Not in `calls`, which is part of the home page's script. */
const officeCalls = {
  families: path("/families"),
  search: (q: string) => withQuery(path("/families"), { q, limit: "20" }),
  family: (id: string) => path("/families/{id}", id),
  children: (id: string) => path("/families/{id}/children", id),
  child: (id: string, childId: string) =>
    `${path("/families/{id}/children", id)}/${childId}` as ApiPath<"/families/{id}/children/{child_id}">,
  statement: (id: string, year: string) => withQuery(path("/families/{id}/statement", id), { year }),
  statementPdf: (id: string, year: string) => withQuery(path("/families/{id}/statement.pdf", id), { year }),
  owed: withQuery(path("/desk/owed"), { limit: "200" }),
  quote: path("/desk/quote"),
  enrollments: path("/desk/enrollments"),
  reservations: path("/desk/reservations"),
  waitlist: path("/desk/waitlist"),
  reservation: (enrollmentId: string) => path("/desk/reservations/{id}", enrollmentId),
  move: (paymentId: string) => path("/payments/{id}/move", paymentId),
  refunds: (paymentId: string) => path("/payments/{id}/refunds", paymentId),
  release: (paymentId: string) => path("/payments/{id}/release", paymentId),
  returned: (paymentId: string) => path("/payments/{id}/returned", paymentId),
  orderReturned: (orderId: string) => path("/orders/{id}/returned", orderId),
  acceptLoss: (paymentId: string) => path("/payments/{id}/acceptLoss", paymentId),
  paidBack: (paymentId: string) => path("/payments/{id}/paidBack", paymentId),
};

const FRESH = { dedupingInterval: 0 };

/** The families that each word of the text matches; not requested while it is empty. */
export function useFamilySearch(text: string) {
  return useUserData(text === "" ? null : officeCalls.search(text), FRESH);
}

export function useFamily(id: string) {
  return useUserData(officeCalls.family(id), FRESH);
}

/** @throws ApiError 404 */
export function readFamily(id: string): Promise<Family> {
  return request(officeCalls.family(id));
}

/** What a family paid and got back in a year. */
export function useFamilyStatement(id: string, year: string) {
  return useUserData(officeCalls.statement(id, year), FRESH);
}

/** @throws ApiError */
export function downloadFamilyStatement(id: string, year: string) {
  return downloadFile(officeCalls.statementPdf(id, year), "application/pdf", `tax-statement-${year}.pdf`);
}

/** What waits for the office. */
export function useOwed() {
  return useUserData(officeCalls.owed, FRESH);
}

/** Returns a function that reloads what the office sees of families and classes. */
export function useRefreshOffice(): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(
    () => invalidate(officeCalls.families, officeCalls.owed, calls.classes, calls.popularClasses),
    [invalidate],
  );
}

/** Creates an account for a caller, and returns its id. @throws ApiError 409 `already_exists` */
export async function createFamily(body: RequestBody<"POST", "/families">): Promise<string> {
  return (await request(officeCalls.families, { method: "POST", body })).insertedId;
}

/** Changes the account. @throws ApiError 409 `has_login`, `already_exists`, `account_disabled` */
export async function changeFamily(id: string, body: RequestBody<"PATCH", "/families/{id}">): Promise<void> {
  await request(officeCalls.family(id), { method: "PATCH", body });
}

/** Adds a child to the family. @throws ApiError 409 `already_exists`, `too_many_children` */
export async function addChildTo(
  familyId: string,
  body: RequestBody<"POST", "/families/{id}/children">,
): Promise<void> {
  await request(officeCalls.children(familyId), { method: "POST", body });
}

/** Changes a child. Returns the booked classes that no longer fit. @throws ApiError 409 `already_exists` */
export async function changeChildOf(
  familyId: string,
  childId: string,
  body: RequestBody<"PATCH", "/families/{id}/children/{child_id}">,
) {
  return (await request(officeCalls.child(familyId, childId), { method: "PATCH", body })).noLongerFit;
}

/**
 * What seats at the desk cost now; not requested for null. The error is an ApiError 409 `code_unknown`, `code_used_up`,
 * `code_not_for_this`, ...
 *
 * @param body the request as JSON, which is the key of the answer
 */
export function useDeskQuote(body: string | null) {
  return useSWR<ResponseBody<"POST", "/desk/quote">, ApiError, readonly [string, string] | null>(
    body === null ? null : [officeCalls.quote, body],
    ([, json]) => request(officeCalls.quote, { method: "POST", body: JSON.parse(json) }),
    FRESH,
  );
}

/** Enrolls participants whose seats are paid for at the desk. @throws ApiError 409 `not_all_available` with lines, `price_changed`, ... */
export function enrollAtDesk(body: RequestBody<"POST", "/desk/enrollments">) {
  return request(officeCalls.enrollments, { method: "POST", body });
}

/** Reserves seats until a time. @throws ApiError 409 `not_all_available` with lines */
export function reserveAtDesk(body: RequestBody<"POST", "/desk/reservations">) {
  return request(officeCalls.reservations, { method: "POST", body });
}

/** Puts a participant on the waitlist of a full class. @throws ApiError 409 `seats_free`, `already_waiting`, `age_not_in_range`, ... */
export function joinWaitlistAtDesk(body: RequestBody<"POST", "/desk/waitlist">) {
  return request(officeCalls.waitlist, { method: "POST", body });
}

/** @throws ApiError 404 */
export async function releaseReservation(enrollmentId: string): Promise<void> {
  await request(officeCalls.reservation(enrollmentId), { method: "DELETE" });
}

/**
 * What the move of a paid seat would change. The error is an ApiError 409 `class_full`, `class_begun`, ...
 *
 * @param body the request as JSON, which is the key of the answer
 */
export function useMovePlan(paymentId: string, body: string) {
  return useSWR<MovePlan, ApiError, readonly [string, string]>(
    [paymentId, body],
    ([, json]) => request(officeCalls.move(paymentId), { method: "POST", body: JSON.parse(json) }),
    { keepPreviousData: true },
  );
}

/**
 * Moves a paid seat to another class. Returns what takes place at the same time.
 *
 * @throws ApiError 409 `class_full`, `already_enrolled`, `amount_too_high`, ...
 */
export async function moveSeat(
  paymentId: string,
  body: Omit<RequestBody<"POST", "/payments/{id}/move">, "dryRun">,
): Promise<Clashes> {
  return (await request(officeCalls.move(paymentId), { method: "POST", body: { ...body, dryRun: false } }))
    .clashes;
}

/** Refunds a part of the price; the seat stays. @throws ApiError 409 `amount_too_high`, `disputed`, `not_seated`, `key_used` */
export async function sendPartRefund(
  paymentId: string,
  body: RequestBody<"POST", "/payments/{id}/refunds">,
): Promise<void> {
  await request(officeCalls.refunds(paymentId), { method: "POST", body });
}

/** Releases a seat and refunds the chosen amount. @throws ApiError 409 `not_seated`, `amount_too_high` */
export async function releaseSeat(
  paymentId: string,
  body: RequestBody<"POST", "/payments/{id}/release">,
): Promise<void> {
  await request(officeCalls.release(paymentId), { method: "POST", body });
}

/** Records that the check for an order bounced, for all its seats. @throws ApiError 409 `already_returned`, `not_all_available` */
export async function recordOrderReturned(
  orderId: string,
  body: RequestBody<"POST", "/orders/{id}/returned">,
): Promise<void> {
  await request(officeCalls.orderReturned(orderId), { method: "POST", body });
}

/** Records that a check bounced, and releases the seat. @throws ApiError 409 `already_returned`, `not_returnable` */
export async function recordReturned(
  paymentId: string,
  body: RequestBody<"POST", "/payments/{id}/returned">,
): Promise<void> {
  await request(officeCalls.returned(paymentId), { method: "POST", body });
}

/** Records that money was paid back by hand. @throws ApiError 409 */
export async function recordPaidBack(
  paymentId: string,
  body: RequestBody<"POST", "/payments/{id}/paidBack">,
): Promise<void> {
  await request(officeCalls.paidBack(paymentId), { method: "POST", body });
}

/** Records that a lost dispute is settled with the family. @throws ApiError 409 `no_lost_dispute` */
export async function acceptLoss(paymentId: string): Promise<void> {
  await request(officeCalls.acceptLoss(paymentId), { method: "POST" });
}
