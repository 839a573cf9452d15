import { useState } from "react";
import type { ListedUser, Role } from "../api";

interface Change {
  /** The user with the new role. */
  user: ListedUser;
  formerRole: Role;
  /** The query of the list in which the role was changed. */
  query: string;
}

export interface RoleChanges {
  /** The role that the user had when the page was opened; null if it has not changed since. */
  formerRoleOf: (user: ListedUser) => Role | null;
  record: (user: ListedUser, role: Role) => void;
  /** The rows, together with changed users who no longer match the filter of the list. */
  withChanged: (rows: readonly ListedUser[]) => readonly ListedUser[];
}

/**
 * The role changes since the page was opened, so that each can be undone.
 *
 * @param query the query of the current list
 */
export function useRoleChanges(query: string): RoleChanges {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const changeOf = ({ _id }: ListedUser) => changes.find(({ user }) => user._id === _id);
  const formerRoleOf = (user: ListedUser) => {
    const change = changeOf(user);
    return change && change.formerRole !== user.role ? change.formerRole : null;
  };
  const record = (user: ListedUser, role: Role) => {
    const formerRole = changeOf(user)?.formerRole ?? user.role;
    const change = { user: { ...user, role }, formerRole, query };
    setChanges((before) => [...before.filter((each) => each.user._id !== user._id), change]);
  };
  const withChanged = (rows: readonly ListedUser[]) => {
    const ids = new Set(rows.map(({ _id }) => _id));
    const missing = changes.filter((change) => change.query === query && !ids.has(change.user._id));
    return [...missing.map(({ user }) => user), ...rows];
  };
  return { formerRoleOf, record, withChanged };
}
