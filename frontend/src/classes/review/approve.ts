import { asApiError, errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { calls, path } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { inChunks } from "../bulk";

/**
 * Approves pending classes, each by itself: the refusal of one does not affect the others. Returns a sentence for each
 * class that was refused.
 *
 * @throws ApiError for what is about none of the classes
 */
export async function approve(...classes: ReviewedClass[]): Promise<string[]> {
  const [first, ...others] = classes;
  if (first && others.length === 0) return approveOne(first);
  return inChunks(classes, (ids) => request(path("/classes/approved"), { method: "PATCH", body: { ids } }));
}

async function approveOne({ _id, nameClass }: ReviewedClass): Promise<string[]> {
  try {
    await request(calls.approve(_id), { method: "PATCH", keepalive: true });
    return [];
  } catch (error) {
    if (!asApiError(error)?.isOutdated) throw error;
    return [`“${nameClass}”: ${reviewErrorMessage(error)}`];
  }
}

/** The message shown to an admin if a review fails. */
export function reviewErrorMessage(error: unknown): string {
  const message = errorMessage(error);
  return asApiError(error)?.code === "already_decided" ? `Someone else got there first. ${message}` : message;
}
