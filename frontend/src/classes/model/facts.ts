import { useCallback } from "react";
import { usePublicData } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { formatCalendarDays, formatClockTimes, formatMonthDays, formatWeekdays } from "../../shared/dates";
import { calls } from "../../shared/paths";
import type { CampClass } from "../api";
import { hasPassed, isOpen, type Opening } from "./opening";

/** What tells a parent whether a class fits. */
export type Scheduled = Pick<
  CampClass,
  | ("firstDay" | "lastDay" | "weekdays" | "earliestTime" | "latestTime" | "lessonsRemovedAt")
  | ("ageFrom" | "ageTo" | "place")
>;

/** The name of the instructor of a class, or the e-mail address if no name is known. */
export function instructorOf(campClass: Pick<CampClass, "instructorName" | "instructorEmail">): string {
  return campClass.instructorName || campClass.instructorEmail;
}

/** How many seats anybody can book: the unsold ones that are not offered to the waitlist. */
export function openSeats({ seats, offered }: Pick<CampClass, "seats" | "offered">): number {
  return Math.max(0, seats - offered);
}

/** The seats that anybody can book: `2 seats left`. */
export function seatsText(campClass: Pick<CampClass, "seats" | "offered">): string {
  const seats = openSeats(campClass);
  if (seats === 0) return "Sold out";
  return `${countOf(seats, "seat")} left`;
}

/** Whether the first lesson has started. */
export function hasBegun({ startsAt }: Pick<CampClass, "startsAt">): boolean {
  return startsAt !== null && Date.parse(startsAt) <= Date.now();
}

const WAITLIST_CLOSES_MS = config.waitlistClosesHours * 3_600_000;

/**
 * Whether participants can join the waitlist of the class while it is full: not before registration opens, and not shortly
 * before the first lesson, when the server makes no more offers.
 */
export function takesWaitlist(campClass: Opening & Pick<CampClass, "startsAt">): boolean {
  const { startsAt, returningOpensAt } = campClass;
  if (!isOpen(campClass) && !hasPassed(returningOpensAt)) return false;
  return startsAt === null || Date.parse(startsAt) - Date.now() >= WAITLIST_CLOSES_MS;
}

/** The weekdays and dates of a class: `Mon – Fri, Jul 5 – 9`. */
export function whenText({ firstDay, lastDay, weekdays, lessonsRemovedAt }: Scheduled): string {
  if (firstDay !== null && lastDay !== null)
    return `${formatWeekdays(weekdays)}, ${formatMonthDays(firstDay, lastDay)}`;
  return lessonsRemovedAt === null ? "Dates to be announced" : "No dates right now";
}

/** The time of day of the lessons: `9:00 AM – 12:00 PM`; empty without lessons. */
export function timesText({
  earliestTime,
  latestTime,
}: Pick<Scheduled, "earliestTime" | "latestTime">): string {
  return earliestTime && latestTime ? formatClockTimes(earliestTime, latestTime) : "";
}

/** Time of day, ages and place of a class, as far as they are known: `9:00 AM – 12:00 PM`, `Ages 8 to 14`, `Pottery`. */
export function fitFacts(campClass: Scheduled): string[] {
  return [timesText(campClass), agesText(campClass) ?? "", campClass.place].filter(Boolean);
}

/** The dates, time of day, ages and place of a class. */
export function scheduleFacts(campClass: Scheduled): string[] {
  return [whenText(campClass), ...fitFacts(campClass)];
}

/** Says for which ages a class is; null if for all. */
export function agesText({ ageFrom, ageTo }: Pick<CampClass, "ageFrom" | "ageTo">): string | null {
  if (ageFrom === null) return ageTo === null ? null : `Up to age ${ageTo}`;
  if (ageTo === null) return `Ages ${ageFrom} and up`;
  return ageFrom === ageTo ? `Age ${ageFrom}` : `Ages\u00a0${ageFrom}\u00a0to\u00a0${ageTo}`;
}

/** The first to the last day of a class; null if it has no lessons. */
export function daysText({ firstDay, lastDay }: Pick<CampClass, "firstDay" | "lastDay">): string | null {
  return firstDay === null || lastDay === null ? null : formatCalendarDays(firstDay, lastDay);
}

/** Returns a function from the slug of a craft to its name. Until the crafts are loaded, it returns the slug. */
export function useCraftName(): (slug: string) => string {
  const { data } = usePublicData(calls.crafts);
  return useCallback((slug) => data?.find((craft) => craft.slug === slug)?.name ?? slug, [data]);
}

/** `1 lesson`, `2 lessons`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `1 class`, `12 classes`. */
export function classCount(count: number): string {
  return count === 1 ? "1 class" : `${count} classes`;
}
