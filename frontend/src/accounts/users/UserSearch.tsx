import { FilterSearch, FilterSelect } from "../../shared/forms/Filters";
import { useSearchState, withParameters } from "../../shared/hooks/useSearchState";
import type { Role } from "../api";

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
  const [{ text, role }, change] = useSearchState(parseSearch, writeSearch);
  return (
    <div className="filter-line user-search mb-0">
      <FilterSearch
        label="Search by name, email, phone or child"
        spellCheck={false}
        value={text}
        onChange={(next) => change({ text: next })}
      />
      <FilterSelect
        label="Role"
        any="All roles"
        options={Object.entries(ROLE_NAMES)}
        value={role}
        onChange={(next) => change({ role: next as Search["role"] })}
      />
    </div>
  );
}
