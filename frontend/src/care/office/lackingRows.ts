import { isPaper, paperName } from "../../accounts/children/paperwork";
import type { Row } from "../../shared/api/types";
import { withParameters } from "../../shared/hooks/useSearchState";

/** A child that lacks paperwork, and its guardian. */
export type LackingChild = Row<"/seasons/{id}/paperwork">;

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
    order: query.get("sort") === "missing" ? "missing" : "",
  };
}

/** Returns the query with the search, for the address of the page and for the server. */
export function writeLackingSearch({ text, missing, order }: LackingSearch, query: URLSearchParams) {
  return withParameters(query, { q: text.trim(), missing, sort: order });
}
