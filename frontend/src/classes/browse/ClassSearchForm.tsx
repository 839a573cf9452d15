import { useId, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { usePublicData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import type { CampClass } from "../api";
import type { Season } from "../opening/seasons";
import { classCount } from "../page/classFacts";
import { weeksOf, weekText } from "../teach/weeks";
import { ChildChips, useAgedChildren } from "./ChildChips";
import { activeFilters, type ClassSearch, DAY_PARTS, ORDERS, type Order } from "./classSearch";

interface ClassSearchFormProps {
  /** All classes: the weeks to choose from are theirs. */
  classes: readonly CampClass[];
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
  /** The number of classes found. */
  count: number;
}

/** The search, filters and order of the class list, applied on every change. On a phone the filters fold away. */
export function ClassSearchForm({ classes, search, change, count }: ClassSearchFormProps) {
  const id = useId();
  const crafts = usePublicData(calls.crafts);
  const seasons = usePublicData(calls.seasons);
  const [open, setOpen] = useState(() => activeFilters(search).length > 0);
  const isPlanner = search.view === "weeks";
  const toggle = useRef<HTMLButtonElement>(null);
  const showClasses = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <form className="class-search" aria-label="Find classes" onSubmit={(event) => event.preventDefault()}>
      <div className="class-search-text">
        <label className="form-label" htmlFor={`${id}-text`}>
          Search by class, craft, place or instructor
        </label>
        <input
          id={`${id}-text`}
          type="search"
          className="form-control"
          placeholder="For example: clay mornings"
          value={search.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      <Button
        ref={toggle}
        variant="outline-secondary"
        className="class-search-toggle"
        aria-expanded={open}
        aria-controls={`${id}-filters`}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide filters" : "Filters"}
      </Button>
      <div id={`${id}-filters`} className={`class-search-filters ${open ? "" : "class-search-folded"}`}>
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
        <ChildAge isPlanner={isPlanner} value={search.age} onChange={(age) => change({ age })} />
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
        <Button className="d-sm-none" onClick={showClasses}>
          Show {classCount(count)}
        </Button>
      </div>
    </form>
  );
}

/** Whether the season tells classes apart. The server's rule for the first screen is in camp/pages/first_screen.py. */
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

interface ChildAgeProps {
  isPlanner: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The age of the child; with children in the account a chip for each. The planner has its own chips. */
function ChildAge({ isPlanner, value, onChange }: ChildAgeProps) {
  const children = useAgedChildren();
  if (children.length === 0) return <FilterNumber label="Child's age" value={value} onChange={onChange} />;
  if (isPlanner) return null;
  return (
    <ChildChips
      legend="Child's age"
      members={children}
      isChosen={({ age }) => age === value}
      toggle={({ age }, chosen) => onChange(chosen ? age : "")}
    />
  );
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
    <div>
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

function FilterNumber({ label, value, onChange }: FilterProps) {
  const id = useId();
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        className="form-control"
        placeholder="Any"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
