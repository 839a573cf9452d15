import { isPaper, paperName } from "../../accounts/children/paperwork";
import { containsAll, normalize } from "../../classes/model/search";
import { withParameters } from "../../shared/hooks/useSearchState";
import type { LackingChild } from "./api";

/** What the list shows; an empty value shows all. It is kept in the address. */
export interface LackingSearch {
  text: string;
  /** The part that is missing. */
  missing: string;
  order: string;
}

const PARTS: Record<string, string> = {
  phone: "Phone number",
  contact: "Emergency contact",
  pickup: "Who may pick up",
  sheet: "Care sheet",
  agreements: "Agreements",
};

/** The name of a missing part for the office. */
export function partName(part: string): string {
  if (!isPaper(part)) return PARTS[part] ?? part;
  const name = paperName(part);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function parseLackingSearch(query: URLSearchParams): LackingSearch {
  return {
    text: query.get("q") ?? "",
    missing: query.get("missing") ?? "",
    order: query.get("sort") ?? "",
  };
}

export function writeLackingSearch({ text, missing, order }: LackingSearch, query: URLSearchParams) {
  return withParameters(query, { q: text, missing, sort: order });
}

/** The rows that match, in the order of the search; the server sorts them by name. */
export function matchingRows(rows: readonly LackingChild[], search: LackingSearch): LackingChild[] {
  const words = normalize(search.text).split(/\s+/).filter(Boolean);
  const matching = rows.filter(
    ({ name, guardianName, email, missing }) =>
      containsAll(normalize(`${name} ${guardianName} ${email}`), words) &&
      (search.missing === "" || missing.includes(search.missing)),
  );
  if (search.order === "missing") matching.sort((a, b) => b.missing.length - a.missing.length);
  return matching;
}
