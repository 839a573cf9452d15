import { usePublicData } from "../../shared/api/resources";
import { config } from "../../shared/config";
import { formatCalendarDays, formatMonthDays } from "../../shared/dates";
import { calls } from "../../shared/paths";
import type { CampClass } from "../api";

/** What tells a parent whether a class fits. */
export type Scheduled = Pick<CampClass, "firstDay" | "lastDay" | "ageFrom" | "ageTo" | "place">;

/** The name of the instructor of a class, or the e-mail address if no name is known. */
export function instructorOf(campClass: Pick<CampClass, "instructorName" | "instructorEmail">): string {
  return campClass.instructorName || campClass.instructorEmail;
}

/** How many seats anybody can book: the free ones that are not offered to the waitlist. */
export function openSeats({ seats, offered }: Pick<CampClass, "seats" | "offered">): number {
  return Math.max(0, seats - offered);
}

/** Whether the first lesson has started. */
export function hasBegun({ startsAt }: Pick<CampClass, "startsAt">): boolean {
  return startsAt !== null && Date.parse(startsAt) <= Date.now();
}

const WAITLIST_CLOSES_MS = config.waitlistClosesHours * 3_600_000;

/**
 * Whether participants can join the waitlist of the class while it is full. Shortly before the first lesson, the server
 * makes no more offers.
 */
export function takesWaitlist({ startsAt }: Pick<CampClass, "startsAt">): boolean {
  return startsAt === null || Date.parse(startsAt) - Date.now() >= WAITLIST_CLOSES_MS;
}

/** Days, ages and place of a class in one line, as far as they are known: `Jul 5 – 9 · Ages 8 to 14 · Pottery`. */
export function scheduleText(campClass: Scheduled): string {
  const { firstDay, lastDay, place } = campClass;
  const days = firstDay === null || lastDay === null ? null : formatMonthDays(firstDay, lastDay);
  return [days, agesText(campClass), place].filter(Boolean).join(" · ");
}

/** Says for which ages a class is; null if for all. */
export function agesText({ ageFrom, ageTo }: Pick<CampClass, "ageFrom" | "ageTo">): string | null {
  if (ageFrom === null) return ageTo === null ? null : `Up to age ${ageTo}`;
  if (ageTo === null) return `Ages ${ageFrom} and up`;
  return ageFrom === ageTo ? `Age ${ageFrom}` : `Ages ${ageFrom} to ${ageTo}`;
}

/** The first to the last day of a class; null if it has no lessons. */
export function daysText({ firstDay, lastDay }: Pick<CampClass, "firstDay" | "lastDay">): string | null {
  return firstDay === null || lastDay === null ? null : formatCalendarDays(firstDay, lastDay);
}

/** Returns a function from the slug of a craft to its name. Until the crafts are loaded, it returns the slug. */
export function useCraftName(): (slug: string) => string {
  const { data } = usePublicData(calls.crafts);
  return (slug) => data?.find((craft) => craft.slug === slug)?.name ?? slug;
}
