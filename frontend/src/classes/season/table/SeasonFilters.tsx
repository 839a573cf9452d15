import { FilterSearch, FilterSelect } from "../../../shared/forms/Filters";
import { orderOf, parseOrder, type SeasonSearch, SHOWN, STATES } from "./rows";

/** The table's headings sort in every direction; a list on a phone has no headings. */
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
];

function orderOptions(search: SeasonSearch): typeof ORDERS {
  const order = orderOf(search);
  return ORDERS.some(([known]) => known === order) ? ORDERS : [...ORDERS, [order, "As in the table"]];
}

interface SeasonFiltersProps {
  search: SeasonSearch;
  change: (change: Partial<SeasonSearch>) => void;
}

/** The search and the filters of the season's table. */
export function SeasonFilters({ search, change }: SeasonFiltersProps) {
  return (
    <form className="filter-line" aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <FilterSearch
        label="Search by class, instructor or place"
        value={search.text}
        onChange={(text) => change({ text })}
      />
      <FilterSelect
        label="Status"
        any="Any status"
        options={STATES.map((state) => [state, state])}
        value={search.state}
        onChange={(state) => change({ state: state as SeasonSearch["state"] })}
      />
      <FilterSelect
        label="Show"
        any="All classes"
        options={Object.entries(SHOWN)}
        value={search.shown}
        onChange={(shown) => change({ shown: shown as SeasonSearch["shown"] })}
      />
      <FilterSelect
        label="Sort by"
        options={orderOptions(search)}
        value={orderOf(search)}
        onChange={(order) => change(parseOrder(order))}
      />
    </form>
  );
}
