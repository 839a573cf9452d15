import { useState } from "react";
import { FilterInput, FilterSearch, FilterSelect } from "../../../shared/forms/Filters";
import { NO_SEASON, type Season } from "../../model/seasons";
import { type ClassSearch, orderOf, parseOrder, SHOWN } from "./rows";

/** The table's headings sort in every direction; cards, and a list on a phone, have no headings. */
const ORDERS: [order: string, label: string][] = [
  ["days", "First day"],
  ["class", "Name"],
  ["instructor", "Instructor"],
  ["place", "Place"],
  ["price", "Lowest price"],
  ["-price", "Highest price"],
  ["sold", "Fewest sold"],
  ["-sold", "Most sold"],
  ["-waiting", "Longest waitlist"],
  ["status", "Status"],
  ["-added", "Newest first"],
  ["added", "Oldest first"],
];

function orderOptions(search: ClassSearch): typeof ORDERS {
  const order = orderOf(search);
  return ORDERS.some(([known]) => known === order) ? ORDERS : [...ORDERS, [order, "As in the table"]];
}

interface ClassFiltersProps {
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
  seasons: readonly Season[];
}

/** The search and the filters of Manage Classes. */
export function ClassFilters({ search, change, seasons }: ClassFiltersProps) {
  const [isOpen] = useState(search.shown !== "" || search.from !== "" || search.to !== "");
  return (
    <form aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <div className="filter-line">
        <FilterSearch
          label="Search by class, instructor or place"
          value={search.text}
          onChange={(text) => change({ text })}
        />
        <FilterSelect
          label="Season"
          any="All seasons"
          options={[
            ...seasons.map(({ slug, name }): [string, string] => [slug, name]),
            [NO_SEASON.slug, "No season"],
          ]}
          value={search.season}
          onChange={(season) => change({ season })}
        />
      </div>
      <details className="mb-3" open={isOpen}>
        <summary>Sort and more filters</summary>
        <div className="filter-line mt-2">
          <FilterSelect
            label="Show"
            any="All classes"
            options={Object.entries(SHOWN)}
            value={search.shown}
            onChange={(shown) => change({ shown: shown as ClassSearch["shown"] })}
          />
          <FilterInput label="From" type="date" value={search.from} onChange={(from) => change({ from })} />
          <FilterInput label="Until" type="date" value={search.to} onChange={(to) => change({ to })} />
          <FilterSelect
            label="Sort by"
            options={orderOptions(search)}
            value={orderOf(search)}
            onChange={(order) => change(parseOrder(order))}
          />
        </div>
      </details>
    </form>
  );
}
