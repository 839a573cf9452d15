import { useState } from "react";
import type { ListedUser } from "../api";

interface Change {
  /** The user with the new role. */
  user: ListedUser;
  /** The query of the list in which the role was changed. */
  query: string;
}

/**
 * The users whose roles have changed since the page was opened. They stay in the list, also if they no longer match its
 * filter, so that a role can be taken back.
 *
 * @param query the query of the current list
 */
export function useRoleChanges(query: string) {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const record = (user: ListedUser) =>
    setChanges((before) => [...before.filter((each) => each.user._id !== user._id), { user, query }]);
  const withChanged = (rows: readonly ListedUser[]) => {
    const ids = new Set(rows.map(({ _id }) => _id));
    const missing = changes.filter((change) => change.query === query && !ids.has(change.user._id));
    return [...missing.map(({ user }) => user), ...rows];
  };
  return { record, withChanged };
}
