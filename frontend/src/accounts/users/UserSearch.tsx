import { useId } from "react";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import type { Role } from "../api";

const MAX_LENGTH = 200;

export const ROLE_NAMES: Record<Role, string> = {
  student: "Student",
  instructor: "Instructor",
  admin: "Admin",
};

interface Search {
  text: string;
  /** Empty for all roles. */
  role: Role | "";
}

/** Parses the search from the query of the URL, ignoring an unknown role. */
export function parseSearch(query: URLSearchParams): Search {
  const role = query.get("role") ?? "";
  return { text: query.get("q") ?? "", role: Object.hasOwn(ROLE_NAMES, role) ? (role as Role) : "" };
}

function writeSearch({ text, role }: Search, query: URLSearchParams): URLSearchParams {
  return withParameters(query, { q: text.trim(), role });
}

/** The search input and the role filter for users. Their values are kept in the URL as `q` and `role`. */
export function UserSearch() {
  const id = useId();
  const [{ text, role }, change] = useSearchState(parseSearch, writeSearch);
  return (
    <div className="user-search">
      <div>
        <label className="form-label fw-semibold" htmlFor={`${id}-role`}>
          Role
        </label>
        <select
          id={`${id}-role`}
          className="form-select"
          value={role}
          onChange={({ currentTarget }) => change({ role: currentTarget.value as Search["role"] })}
        >
          <option value="">All roles</option>
          {Object.entries(ROLE_NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="user-search-text">
        <label className="form-label fw-semibold" htmlFor={`${id}-text`}>
          Search by name or email
        </label>
        <input
          id={`${id}-text`}
          type="search"
          className="form-control"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </div>
    </div>
  );
}
