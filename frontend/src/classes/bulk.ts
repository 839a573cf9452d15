import { ClassIdsInput } from "../shared/api/bounds.gen";
import type { ResponseBody } from "../shared/api/types";
import type { ReviewedClass } from "./api";

/** A class for which the server refused a call about several. */
type Refused = ResponseBody<"PATCH", "/classes/approved">["refused"][number];

/** The most classes that the server takes in one call. */
const MAX_CLASSES = ClassIdsInput.ids.maxItems;

/** Sends a call about many classes in several calls. Returns a sentence for each refused class. */
export async function inChunks(
  classes: readonly ReviewedClass[],
  send: (ids: string[]) => Promise<{ refused: Refused[] }>,
): Promise<string[]> {
  const refused: Refused[] = [];
  const ids = classes.map(({ _id }) => _id);
  for (let start = 0; start < ids.length; start += MAX_CLASSES)
    refused.push(...(await send(ids.slice(start, start + MAX_CLASSES))).refused);
  return refused.map((each) => refusalText(each, classes));
}

const REASONS: Record<string, string> = {
  already_copied: "has a copy in that season already",
  already_decided: "was decided in the meantime",
  class_withdrawn: "has been withdrawn",
  database_unavailable: "couldn't be changed, because the site is very busy right now",
  instructor_gone: "has an instructor who can't teach anymore",
  lessons_over: "has no lessons to come",
  not_found: "is gone",
  price_too_low: "is free, or would cost less than a card can pay",
};

/** Why one of several classes stays as it was: `Felt Hats was decided in the meantime.` */
function refusalText({ id, code }: Refused, classes: readonly ReviewedClass[]): string {
  const name = classes.find(({ _id }) => _id === id)?.nameClass ?? "A class";
  return `${name} ${REASONS[code] ?? `couldn't be changed (${code})`}.`;
}
