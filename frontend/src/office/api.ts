import { useCallback } from "react";
import { usePreview } from "../shared/api/preview";
import { FRESH, useInvalidate, useUserData } from "../shared/api/resources";
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
export const officeCalls = {
  families: path("/families"),
  search: (q: string) => withQuery(path("/families"), { q, limit: "20" }),
  family: (id: string) => path("/families/{id}", id),
  children: (id: string) => path("/families/{id}/children", id),
  child: (id: string, childId: string) =>
    `${path("/families/{id}/children", id)}/${childId}` as ApiPath<"/families/{id}/children/{child_id}">,
  /** What a family paid and got back in a year. */
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

/** The families that each word of the text matches; not requested while it is empty. */
export function useFamilySearch(text: string) {
  return useUserData(text === "" ? null : officeCalls.search(text), FRESH);
}

/** Returns a function that reloads what the office sees of families and classes. */
export function useRefreshOffice(): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(
    () => invalidate(officeCalls.families, officeCalls.owed, calls.classes, calls.popularClasses),
    [invalidate],
  );
}

/**
 * What seats at the desk cost now; not requested for null. The error is an ApiError 409 `code_unknown`, `code_used_up`,
 * `code_not_for_this`, ...
 */
export function useDeskQuote(body: RequestBody<"POST", "/desk/quote"> | null) {
  return usePreview("POST", officeCalls.quote, body);
}

type Move = RequestBody<"POST", "/payments/{id}/move">;

/**
 * What the move of a paid seat would change; not requested for null. The error is an ApiError 409 `class_full`,
 * `class_begun`, ...
 */
export function useMovePlan(paymentId: string, body: Omit<Move, "dryRun" | "reason"> | null) {
  const move = body && ({ ...body, dryRun: true } as Move);
  return usePreview("POST", officeCalls.move(paymentId), move, { keepPreviousData: true });
}
