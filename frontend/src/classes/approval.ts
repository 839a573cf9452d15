import type { components } from "../shared/api.gen";
import { calls } from "../shared/paths";
import { request } from "../shared/request";

/** A class as its instructor and the admins see it. */
export type ReviewedClass = components["schemas"]["ReviewedClassOutput"];
export type Status = components["schemas"]["ClassStatus"];

export const STATUSES: readonly Status[] = ["Pending", "Approved", "Denied"];
/** How long feedback can be. */
export const LONGEST_FEEDBACK = 2000;

/** @throws ApiError 409 `already_decided` */
export async function approve(id: string): Promise<void> {
  await request(calls.approve(id), { method: "PATCH" });
}

/** @throws ApiError 409 `already_decided` */
export async function deny(id: string, feedback = ""): Promise<void> {
  await request(calls.deny(id), { method: "PATCH", body: { feedback } });
}

/**
 * Tells the instructor of a denied class why it was.
 *
 * @throws ApiError 409 `not_denied`
 */
export async function giveFeedback(id: string, feedback: string): Promise<void> {
  await request(calls.feedback(id), { method: "PATCH", body: { feedback } });
}
