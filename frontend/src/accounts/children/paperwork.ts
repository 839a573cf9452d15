import { FRESH, useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { config } from "../../shared/config";
import { formatList, onFirstUse } from "../../shared/intl";
import { path, withQuery } from "../../shared/paths";

/** A child of the current user, with what the school still needs. */
export type ChildPaperwork = Row<"/care">;

/** Of the user's own children; of a family's for an admin. Not in `calls`, which is part of the home page's script. */
export function careOf(userId?: string) {
  return withQuery(path("/care"), userId === undefined ? {} : { userId });
}

interface Paperwork {
  enabled?: boolean;
  userId?: string;
}

/** What the school still needs about each child of an account. No request if the school has no paperwork. */
export function usePaperwork({ enabled = true, userId }: Paperwork = {}) {
  return useUserData(config.care && enabled ? careOf(userId) : null, FRESH);
}

/** Whether one of the seats is a child's: the account holder has no paperwork. */
export function hasChild(seats: readonly { childId: string | null }[]): boolean {
  return seats.some(({ childId }) => childId !== null);
}

const PAPER = "paper:";

/** Whether a missing part is a paper that the family has to show at the office. */
export function isPaper(part: string): boolean {
  return part.startsWith(PAPER);
}

/** `immunization record` for `paper:immunization`; a kind of several words is its own name. */
export function paperName(part: string): string {
  const kind = part.replace(PAPER, "").replaceAll(/[-_]/g, " ");
  return kind.includes(" ") ? kind : `${kind} record`;
}

/** Whether a part is missing of one of these children. */
export function isMissing(children: readonly ChildPaperwork[], part: string): boolean {
  return children.some(({ missing }) => missing.includes(part));
}
const either = onFirstUse(() => new Intl.ListFormat("en-US", { type: "disjunction" }));

/** `Mia and Tom`. */
export function namesOf(children: readonly Pick<ChildPaperwork, "name">[]): string {
  return formatList(children.map(({ name }) => name));
}

/** `Mia or Tom`. */
export function eitherOf(children: readonly Pick<ChildPaperwork, "name">[]): string {
  return either().format(children.map(({ name }) => name));
}

const TO_FAMILY: Record<string, string> = {
  phone: "your phone number",
  contact: "an emergency contact",
  pickup: "who may pick up your child",
  sheet: "the care sheet",
  agreements: "an agreement to sign",
};

/** Says to the family what is missing: `your phone number and the care sheet`. */
export function missingText(missing: readonly string[]): string {
  return formatList(missing.map((part) => TO_FAMILY[part] ?? `the ${paperName(part)} at the office`));
}

/** The name of the page for these children, which says how long it takes if the family can do something there. */
export function paperworkTitle(children: readonly ChildPaperwork[]): string {
  const isAtOffice = children.every(({ missing }) => missing.every(isPaper));
  return `${isAtOffice ? "Paperwork" : "Three minutes of paperwork"} for ${namesOf(children)}`;
}
