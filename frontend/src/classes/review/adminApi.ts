import { request } from "../../shared/api/request";
import { useUserData } from "../../shared/api/resources";
import type { ResponseBody } from "../../shared/api/types";
import { POLLED, usePolling } from "../../shared/api/usePolling";
import { calls } from "../../shared/paths";

/** The progress of the refunds of a withdrawn class. Amounts are in dollars. */
export type Withdrawal = ResponseBody<"GET", "/classes/{id}/withdrawal">;

/** @throws ApiError 409 `already_decided` */
export async function denyClass(id: string, feedback: string): Promise<void> {
  await request(calls.deny(id), { method: "PATCH", body: { feedback } });
}

/**
 * Sends feedback to the instructor of a denied class.
 *
 * @throws ApiError 409 `not_denied`
 */
export async function sendFeedback(id: string, feedback: string): Promise<void> {
  await request(calls.feedback(id), { method: "PATCH", body: { feedback } });
}

/**
 * Withdraws an approved class for good. Its seats are released and refunded.
 *
 * @throws ApiError 409 `not_approved`, `already_withdrawn`, `class_over`
 */
export async function withdrawClass(id: string, reason: string): Promise<void> {
  await request(calls.withdraw(id), { method: "PATCH", body: { reason, dryRun: false } });
}

export type WithdrawalPreview = ResponseBody<"PATCH", "/classes/withdrawn/{id}">;

/** What a withdrawal would release and refund, and the families that its email can't reach. @throws ApiError */
export async function previewWithdrawal(id: string): Promise<WithdrawalPreview> {
  return request(calls.withdraw(id), { method: "PATCH", body: { dryRun: true } });
}

/**
 * Gives a class to another instructor.
 *
 * @throws ApiError 409 `not_an_instructor`, `class_withdrawn`
 */
export async function handOverClass(id: string, instructorId: string): Promise<void> {
  await request(calls.classInstructor(id), { method: "PATCH", body: { instructorId } });
}

/** Requests the withdrawal of a class. Polls while a refund is owed. */
export function useWithdrawal(id: string) {
  const path = calls.withdrawal(id);
  const withdrawal = useUserData(path, POLLED);
  usePolling(withdrawal.data && withdrawal.data.refunds.owed > 0 ? path : null);
  return withdrawal;
}
