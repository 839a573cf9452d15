import { calls } from "../shared/paths";
import { request } from "../shared/request";

export const MAX_FEEDBACK_LENGTH = 2000;

/** @throws ApiError 409 `already_decided` */
export async function approveClass(id: string): Promise<void> {
  await request(calls.approve(id), { method: "PATCH" });
}

/** @throws ApiError 409 `already_decided` */
export async function denyClass(id: string, feedback = ""): Promise<void> {
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
