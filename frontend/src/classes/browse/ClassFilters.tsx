import { usePublicData } from "../../shared/api/resources";
import { Check } from "../../shared/forms/Check";
import { FilterInput, type FilterProps, FilterSelect, type Option } from "../../shared/forms/Filters";
import { calls } from "../../shared/paths";
import type { CampClass } from "../api";
import { type ClassSearch, DAY_PARTS, ORDERS, type Order } from "../model/search";
import { type Season, useSeasons } from "../model/seasons";
import { weeksOf, weekText } from "../model/weeks";
import { AgeChips, useAgedChildren } from "../select/ChildChips";

export interface ClassFiltersProps {
  /** All classes: the weeks to choose from are theirs. */
  classes: readonly CampClass[];
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

/**
 * The filters and the order of the class list, applied on every change. In the sheet, the children of the account are chips
 * instead of an age to type. Elsewhere the chips are beside the list, because they appear late.
 */
export function ClassFilters({ classes, search, change, inSheet }: ClassFiltersProps & { inSheet: boolean }) {
  const crafts = usePublicData(calls.crafts);
  const seasons = useSeasons();
  const hasChildren = useAgedChildren().length > 0;
  const isPlanner = search.view === "weeks";
  return (
    <div className="class-search-filters">
      <FilterSelect
        label="Craft"
        any="All crafts"
        options={(crafts.data ?? []).map(({ slug, name }) => [slug, name])}
        value={search.craft}
        onChange={(craft) => change({ craft })}
      />
      {hasSeasons(classes) ? (
        <FilterSelect
          label="Season"
          any="All seasons"
          options={seasonOptions(classes, seasons.data)}
          value={search.season}
          onChange={(season) => change({ season })}
        />
      ) : null}
      <FilterSelect
        label={isPlanner ? "From week" : "Week"}
        any={isPlanner ? "First week" : "Any week"}
        options={weekOptions(classes)}
        value={search.week}
        onChange={(week) => change({ week })}
      />
      <FilterSelect
        label="Time of day"
        any="Any time"
        options={Object.entries(DAY_PARTS)}
        value={search.time}
        onChange={(time) => change({ time: time as ClassSearch["time"] })}
      />
      {inSheet && hasChildren && !isPlanner ? (
        <AgeChips age={search.age} change={change} />
      ) : (
        <FilterNumber label="Child's age" value={search.age} onChange={(age) => change({ age })} />
      )}
      <FilterNumber
        label="Maximum price ($)"
        value={search.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
      />
      {isPlanner ? null : (
        <FilterSelect
          label="Sort by"
          options={Object.entries(ORDERS)}
          value={search.order}
          onChange={(order) => change({ order: order as Order })}
        />
      )}
      <Check
        className="class-search-check"
        label="Only with available seats"
        checked={search.onlyAvailable}
        onChange={(event) => change({ onlyAvailable: event.target.checked })}
      />
    </div>
  );
}

/** Whether the classes belong to different seasons. */
function hasSeasons(classes: readonly CampClass[]): boolean {
  return new Set(classes.map(({ season }) => season)).size > 1;
}

/** The seasons of the classes, the latest first. */
function seasonOptions(classes: readonly CampClass[], seasons: readonly Season[] = []): Option[] {
  const slugs = new Set(classes.map(({ season }) => season));
  return seasons.filter(({ slug }) => slugs.has(slug)).map(({ slug, name }) => [slug, name]);
}

function weekOptions(classes: readonly CampClass[]): Option[] {
  return weeksOf(classes).map((monday) => [monday, weekText(monday)]);
}

function FilterNumber(props: FilterProps) {
  return <FilterInput type="number" inputMode="decimal" min={0} step="any" placeholder="Any" {...props} />;
}
