/** Places classes in the week planner, with weeks as columns and the parts of the day as rows. */
import type { CampClass } from "../api";
import { hasBegun } from "../model/facts";
import { compareTexts, type DayPart, dayPartOf } from "../model/search";
import { addDays, weeksOf } from "../model/weeks";

/** The schedule of a class, as in the lists. */
type Schedule = Pick<CampClass, "firstDay" | "lastDay" | "weekdays" | "earliestTime" | "latestTime">;

export interface PlannedWeek {
  monday: string;
  /** The earliest first. */
  classes: Record<DayPart, CampClass[]>;
}

interface Plan {
  /** The weeks with classes, in order. */
  weeks: PlannedWeek[];
  /** The classes without lessons. */
  undated: CampClass[];
}

/** Places classes in their weeks, a class of two weeks in both. Leaves out the weeks that were over `today`. */
export function planWeeks(classes: readonly CampClass[], today: string): Plan {
  const sorted = [...classes].sort(
    (a, b) =>
      (a.earliestTime ?? "").localeCompare(b.earliestTime ?? "") || compareTexts(a.nameClass, b.nameClass),
  );
  const weeks = weeksOf(sorted)
    .filter((monday) => addDays(monday, 6) >= today)
    .map((monday) => planWeek(sorted, monday))
    .filter((week) => Object.values(week.classes).some((row) => row.length > 0));
  return { weeks, undated: sorted.filter((campClass) => dayPartOf(campClass) === null) };
}

function planWeek(classes: readonly CampClass[], monday: string): PlannedWeek {
  const inWeek = classes.filter((campClass) => weekdaysIn(campClass, monday).length > 0);
  const row = (part: DayPart) => inWeek.filter((campClass) => dayPartOf(campClass) === part);
  return {
    monday,
    classes: { morning: row("morning"), afternoon: row("afternoon"), "all-day": row("all-day") },
  };
}

/** The weekdays of a class (Monday is 1) that lie between its first and last day in the week of a Monday. */
export function weekdaysIn({ firstDay, lastDay, weekdays }: Schedule, monday: string): number[] {
  return weekdays.filter((weekday) => {
    const day = addDays(monday, weekday - 1);
    return firstDay !== null && lastDay !== null && firstDay <= day && day <= lastDay;
  });
}

/** The Monday of the first week with a class that can still be booked; empty without one. */
export function firstOpenWeek(weeks: readonly PlannedWeek[]): string {
  const isOpen = ({ classes }: PlannedWeek) =>
    Object.values(classes)
      .flat()
      .some((campClass) => !hasBegun(campClass));
  return weeks.find(isOpen)?.monday ?? "";
}

/** The index of the first week to show, so that as many as fit are shown from the wished week on. */
export function firstShown(weeks: readonly PlannedWeek[], wished: string, columns: number): number {
  const index = weeks.findIndex(({ monday }) => monday >= wished);
  const latest = Math.max(0, weeks.length - columns);
  return index === -1 ? latest : Math.min(index, latest);
}
