import { useId } from "react";
import { FilterSelect } from "../../browse/ClassFilters";
import { orderOf, parseOrder, type SeasonSearch, SHOWN, STATES } from "./seasonRows";

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
  const id = useId();
  return (
    <form className="season-filters" aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <div>
        <label className="form-label" htmlFor={id}>
          Search by class, instructor or place
        </label>
        <input
          id={id}
          type="search"
          className="form-control"
          maxLength={200}
          autoComplete="off"
          value={search.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </div>
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
