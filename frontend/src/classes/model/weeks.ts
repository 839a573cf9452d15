/** Weeks of the season. A week begins on Monday and is named by that day, as `2027-07-05`. */
import { formatMonthDays } from "../../shared/dates";
import type { CampClass } from "../api";

type Days = Pick<CampClass, "firstDay" | "lastDay">;

const DAY_MS = 24 * 60 * 60_000;

/** The Monday of the week of a day; null if the text is not a day. */
export function mondayOf(day: string): string | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return addDays(day, -((new Date(time).getUTCDay() + 6) % 7));
}

/** The day that is some days after a day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a class takes place between its first and last day in the week that begins on a Monday. */
export function runsInWeek({ firstDay, lastDay }: Days, monday: string): boolean {
  return firstDay !== null && lastDay !== null && firstDay <= addDays(monday, 6) && lastDay >= monday;
}

/** The weeks in which classes take place, in order. */
export function weeksOf(classes: readonly Days[]): string[] {
  const weeks = new Set<string>();
  for (const { firstDay, lastDay } of classes) {
    const first = mondayOf(firstDay ?? "");
    for (let week = first; week !== null && week <= (lastDay ?? ""); week = addDays(week, 7)) weeks.add(week);
  }
  return [...weeks].sort();
}

/** `Jul 5 – 11`. */
export function weekText(monday: string): string {
  return formatMonthDays(monday, addDays(monday, 6));
}
