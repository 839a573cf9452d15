import { useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { hasDraft } from "../../shared/forms/drafts";
import { calls } from "../../shared/paths";

/** A child of the current user. `bornOn` is a day such as `2018-03-14`, or null. */
export type Child = Omit<OwnChild, "guardians">;
/** With who else sees it. */
export type OwnChild = Row<"/children">;

/** The children of the current user, in the order in which they were added. */
export function useChildren({ enabled = true } = {}) {
  return useUserData(enabled ? calls.children : null);
}

/** The name of the draft that is saved if the session ends while a child is edited, or a new one (null) is added. */
export function childDraftName(child: Child | null): string {
  return `child-${child?._id ?? "new"}`;
}

/** The child whose form was open when the session ended, or `"new"`; null if no form was. */
export function childWithDraft(children: readonly Child[]): Child | "new" | null {
  const child = children.find((each) => hasDraft(childDraftName(each)));
  return child ?? (hasDraft(childDraftName(null)) ? "new" : null);
}
