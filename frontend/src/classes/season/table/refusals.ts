import type { ReviewedClass } from "../../api";
import type { Refused } from "../api";

const REASONS: Record<string, string> = {
  already_copied: "has a copy in that season already",
  already_decided: "was decided in the meantime",
  not_found: "is gone",
};

/** Why one of several classes stays as it was: `Felt Hats was decided in the meantime.` */
export function refusalText({ id, code }: Refused, classes: readonly ReviewedClass[]): string {
  const name = classes.find(({ _id }) => _id === id)?.nameClass ?? "A class";
  return `${name} ${REASONS[code] ?? `couldn't be changed (${code})`}.`;
}
