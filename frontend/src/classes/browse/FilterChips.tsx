import Button from "react-bootstrap/Button";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { useCraftName } from "../model/facts";
import { activeFilters, type ClassSearch, DAY_PARTS, without } from "../model/search";
import { useSeasons } from "../model/seasons";
import { weekText } from "../model/weeks";

interface FilterChipsProps {
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

/** One button for each filter in use, which removes it, and one that removes all. */
export function FilterChips({ search, change }: FilterChipsProps) {
  const craftName = useCraftName();
  const { data: seasons } = useSeasons();
  // The pressed button is gone.
  const restoreFocus = useAfterRendering(focusIfLost);
  const texts: Record<string, string> = {
    craft: craftName(search.craft),
    season: seasons?.find(({ slug }) => slug === search.season)?.name ?? search.season,
    week: search.week && weekText(search.week),
    age: `Age ${search.age}`,
    time: search.time && DAY_PARTS[search.time],
    onlyAvailable: "Available seats",
    maxPrice: `Up to $${search.maxPrice}`,
  };
  const filters = activeFilters(search);
  const remove = (names: readonly (keyof ClassSearch)[]) => {
    change(without(names));
    restoreFocus();
  };
  if (filters.length === 0) return null;
  return (
    <ul className="filter-chips list-unstyled d-flex flex-wrap gap-2 my-1" aria-label="Filters in use">
      {filters.map((name) => (
        <li key={name}>
          <Button variant="outline-secondary" onClick={() => remove([name])}>
            <span className="visually-hidden">Remove filter: </span>
            {texts[name]} <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
      <li>
        <Button variant="link" onClick={() => remove(filters)}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
