import { useId } from "react";
import { FilterSelect } from "../../browse/ClassSearchForm";
import { type SeasonSearch, SHOWN, STATES } from "./seasonRows";

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
    </form>
  );
}
