import { ClassIdsInput } from "../shared/api/bounds.gen";
import type { ResponseBody } from "../shared/api/types";
import type { ReviewedClass } from "./api";

/** A class for which the server refused a call about several. */
export type Refused = ResponseBody<"PATCH", "/classes/approved">["refused"][number];

/** The most classes that the server takes in one call. */
const MAX_CLASSES = ClassIdsInput.ids.maxItems;

/** Sends a call about many classes in several calls. Returns their outcomes. */
export async function inChunks<Outcome>(
  ids: readonly string[],
  send: (chunk: string[]) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += MAX_CLASSES)
    outcomes.push(await send(ids.slice(start, start + MAX_CLASSES)));
  return outcomes;
}

const REASONS: Record<string, string> = {
  already_copied: "has a copy in that season already",
  already_decided: "was decided in the meantime",
  class_withdrawn: "has been withdrawn",
  database_unavailable: "couldn't be changed, because the site is very busy right now",
  instructor_gone: "has an instructor who can't teach anymore",
  lessons_over: "has no lessons to come",
  not_found: "is gone",
};

/** Why one of several classes stays as it was: `Felt Hats was decided in the meantime.` */
export function refusalText({ id, code }: Refused, classes: readonly ReviewedClass[]): string {
  const name = classes.find(({ _id }) => _id === id)?.nameClass ?? "A class";
  return `${name} ${REASONS[code] ?? `couldn't be changed (${code})`}.`;
}
