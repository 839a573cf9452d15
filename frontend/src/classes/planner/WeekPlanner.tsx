import { useMemo } from "react";
import Button from "react-bootstrap/Button";
import { formatMonthDays } from "../../shared/dates";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { siteToday } from "../../shared/siteTime";
import type { CampClass } from "../api";
import type { Family } from "../model/offers";
import type { ClassSearch } from "../model/search";
import { addDays } from "../model/weeks";
import { ChildChips } from "../select/ChildChips";
import { ClassTile } from "./ClassTile";
import { firstOpenWeek, firstShown, type PlannedWeek, planWeeks } from "./planWeeks";
import { useColumns } from "./useColumns";
import { useSwipe } from "./useSwipe";
import { Tiles, WeekTable } from "./WeekTable";
import "./planner.scss";

interface WeekPlannerProps {
  /** Those that the search finds. */
  classes: readonly CampClass[];
  family: Family;
  search: ClassSearch;
  change: (change: Partial<ClassSearch>) => void;
}

/** The classes by week and time of day, for one child or for the whole family. On a phone one week at a time. */
export default function WeekPlanner({ classes, family, search, change }: WeekPlannerProps) {
  const plan = useMemo(() => planWeeks(classes, siteToday()), [classes]);
  const children = family.participants.filter(({ childId }) => childId !== null);
  const chosen = children.find(({ childId }) => childId === search.child) ?? null;
  const tile = (campClass: CampClass, monday: string | null) => (
    <ClassTile campClass={campClass} family={family} chosen={chosen} monday={monday} />
  );
  // The chips and the marks of the tiles would move what is below them.
  if (isLoading(family)) return <RowSkeletons />;
  return (
    <>
      {children.length > 0 ? (
        <ChildChips
          legend="Show what fits"
          members={children}
          isChosen={(child) => child === chosen}
          toggle={({ childId }, isChosen) => change({ child: (isChosen && childId) || "" })}
        />
      ) : null}
      {plan.weeks.length > 0 ? (
        <Weeks
          weeks={plan.weeks}
          wished={search.week || firstOpenWeek(plan.weeks)}
          show={(week) => change({ week })}
          tile={tile}
        />
      ) : null}
      {plan.undated.length > 0 ? (
        <section className="planner-undated" aria-labelledby="undated">
          <h2 id="undated" className="h4">
            No dates yet
          </h2>
          <Tiles classes={plan.undated} tile={(campClass) => tile(campClass, null)} />
        </section>
      ) : null}
    </>
  );
}

function isLoading({ role, loading }: Family): boolean {
  return role === null || Object.values(loading).some(Boolean);
}

interface WeeksProps {
  weeks: readonly PlannedWeek[];
  /** The Monday of the first week to show; empty for the first of all. */
  wished: string;
  show: (monday: string) => void;
  tile: Parameters<typeof WeekTable>[0]["tile"];
}

/** As many weeks as fit on the screen, and buttons to the next and the previous one. */
function Weeks({ weeks, wished, show, tile }: WeeksProps) {
  const columns = useColumns();
  const first = firstShown(weeks, wished, columns);
  const shown = weeks.slice(first, first + columns);
  const canMove = (step: 1 | -1) =>
    first + step >= 0 && first + step + columns <= Math.max(weeks.length, columns);
  const move = (step: 1 | -1) => {
    const week = weeks[first + step];
    if (week && canMove(step)) show(week.monday);
  };
  const swipe = useSwipe(move);
  return (
    <section aria-labelledby="planner-weeks" {...swipe}>
      <div className="planner-head d-flex gap-2 align-items-center justify-content-between my-3">
        {/* Not disabled: a disabled button would lose the focus. */}
        <Button variant="outline-secondary" aria-disabled={!canMove(-1)} onClick={() => move(-1)}>
          <span aria-hidden="true">‹</span> Previous<span className="visually-hidden"> week</span>
        </Button>
        <h2 id="planner-weeks" className="h4 mb-0 text-center" aria-live="polite">
          {rangeText(shown)}
        </h2>
        <Button variant="outline-secondary" aria-disabled={!canMove(1)} onClick={() => move(1)}>
          Next<span className="visually-hidden"> week</span> <span aria-hidden="true">›</span>
        </Button>
      </div>
      <WeekTable weeks={shown} tile={tile} />
    </section>
  );
}

/** The first to the last day of these weeks: `Jul 5 – Aug 1`. */
function rangeText(weeks: readonly PlannedWeek[]): string {
  return formatMonthDays(weeks[0]?.monday ?? "", addDays(weeks.at(-1)?.monday ?? "", 6));
}
