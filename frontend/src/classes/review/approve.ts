import { asApiError, errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { sumOf } from "../../shared/money";
import { calls, path } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { inChunks, refusalText } from "../bulk";

/** How many of several classes were approved, and a sentence for each of the others. */
interface Approval {
  approved: number;
  refusals: string[];
}

/**
 * Approves pending classes, each by itself: the refusal of one does not affect the others.
 *
 * @throws ApiError for what is about none of the classes
 */
export async function approve(...classes: ReviewedClass[]): Promise<Approval> {
  const [first, ...others] = classes;
  return first && others.length === 0 ? approveOne(first) : approveMany(classes);
}

async function approveOne({ _id, nameClass }: ReviewedClass): Promise<Approval> {
  try {
    await request(calls.approve(_id), { method: "PATCH", keepalive: true });
    return { approved: 1, refusals: [] };
  } catch (error) {
    if (!asApiError(error)?.isOutdated) throw error;
    return { approved: 0, refusals: [`“${nameClass}”: ${reviewErrorMessage(error)}`] };
  }
}

async function approveMany(classes: readonly ReviewedClass[]): Promise<Approval> {
  const ids = classes.map(({ _id }) => _id);
  const outcomes = await inChunks(ids, (chunk) =>
    request(path("/classes/approved"), { method: "PATCH", body: { ids: chunk } }),
  );
  const refused = outcomes.flatMap((outcome) => outcome.refused);
  return {
    approved: sumOf(outcomes.map(({ approved }) => approved)),
    refusals: refused.map((each) => refusalText(each, classes)),
  };
}

/** The message shown to an admin if a review fails. */
export function reviewErrorMessage(error: unknown): string {
  const message = errorMessage(error);
  return asApiError(error)?.code === "already_decided" ? `Someone else got there first. ${message}` : message;
}
