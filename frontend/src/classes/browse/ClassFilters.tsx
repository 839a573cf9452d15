import { type ComponentProps, useId } from "react";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import type { CampClass } from "../api";
import { type Season, useSeasons } from "../opening/seasons";
import { weeksOf, weekText } from "../teach/weeks";
import { AgeChips, useAgedChildren } from "./ChildChips";
import { type ClassSearch, DAY_PARTS, ORDERS, type Order } from "./classSearch";

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
  const id = useId();
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
      <div className="form-check class-search-check">
        <input
          id={`${id}-free`}
          type="checkbox"
          className="form-check-input"
          checked={search.onlyAvailable}
          onChange={(event) => change({ onlyAvailable: event.target.checked })}
        />
        <label className="form-check-label" htmlFor={`${id}-free`}>
          Only with available seats
        </label>
      </div>
    </div>
  );
}

/** Whether the classes belong to different seasons. The server's rule for the first screen is in camp/pages/first_screen.py. */
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

type Option = [value: string, label: string];

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** `any`: the label of the option that filters nothing, if there is one. */
export function FilterSelect({
  label,
  any,
  options,
  value,
  onChange,
}: FilterProps & { any?: string; options: Option[] }) {
  const id = useId();
  // The URL may name a value that is not on offer.
  const unknown = value !== "" && options.every(([known]) => known !== value);
  return (
    <div className="no-print">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="form-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {any ? <option value="">{any}</option> : null}
        {unknown ? <option value={value}>{value}</option> : null}
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type InputProps = Omit<ComponentProps<"input">, "id" | "className" | keyof FilterProps>;

/** An input with its label. The other properties are those of the `<input>`. */
export function FilterInput({ label, onChange, ...input }: FilterProps & InputProps) {
  const id = useId();
  return (
    <div className="no-print">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="form-control"
        {...input}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** An input for words to find. */
export function FilterSearch(props: FilterProps & InputProps) {
  return <FilterInput type="search" maxLength={200} autoComplete="off" {...props} />;
}

function FilterNumber(props: FilterProps) {
  return <FilterInput type="number" inputMode="decimal" min={0} step="any" placeholder="Any" {...props} />;
}
