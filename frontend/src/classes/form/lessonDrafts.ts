import { ClassInput } from "../../shared/api/bounds.gen";
import { addDays } from "../model/weeks";

/** A lesson in the class form, on the wall clock of the camp. */
export interface LessonDraft {
  /** The id of a saved lesson. */
  _id?: string;
  /** As `2027-07-05`. */
  date: string;
  /** As `09:00`. */
  from: string;
  to: string;
  /** Empty: the place of the class. */
  place: string;
  /** The server no longer changes or removes a lesson that has started. */
  started?: boolean;
}

/** Lessons on some weekdays between two days, all at the same time of day. */
export interface LessonPattern {
  firstDay: string;
  lastDay: string;
  /** 0 is Sunday. */
  weekdays: readonly number[];
  from: string;
  to: string;
}

const MAX_LESSONS = ClassInput.lessons.maxItems;
const MAX_PATTERN_DAYS = 366;

/** Why a pattern has no lessons; null if it has some. */
export function patternProblem(pattern: LessonPattern): string | null {
  const { firstDay, lastDay, weekdays, from, to } = pattern;
  if (firstDay === "" || lastDay === "") return "To add lessons, choose the first and the last day.";
  if (lastDay < firstDay) return "The last day is before the first day.";
  if (from === "" || to === "") return "Please enter when the lessons start and end.";
  if (to <= from) return "The lessons must end after they start.";
  if (weekdays.length === 0) return "Please tick at least one weekday.";
  return lessonsOf(pattern).length === 0 ? "None of the ticked weekdays is between these days." : null;
}

/** The lessons of a pattern; none if it is incomplete. */
export function lessonsOf({ firstDay, lastDay, weekdays, from, to }: LessonPattern): LessonDraft[] {
  const lessons: LessonDraft[] = [];
  if (firstDay === "" || lastDay === "" || from === "" || to <= from) return lessons;
  const end = [lastDay, addDays(firstDay, MAX_PATTERN_DAYS)].sort()[0] ?? lastDay;
  for (let date = firstDay; date <= end; date = addDays(date, 1)) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (weekdays.includes(weekday)) lessons.push({ date, from, to, place: "" });
  }
  return lessons;
}

/** Adds lessons to a list, in order of time. A lesson with the same start is already in the list. */
export function addLessons(list: readonly LessonDraft[], added: readonly LessonDraft[]): LessonDraft[] {
  const starts = new Set(list.map(startOf));
  const all = [...list, ...added.filter((lesson) => !starts.has(startOf(lesson)))];
  return all.sort((a, b) => startOf(a).localeCompare(startOf(b)));
}

/** While a year is typed, the day is one such as `0002-07-05`. */
const COMPLETE_DAY = /^[12]\d{3}-/;

export function isComplete({ date, from, to }: LessonDraft): boolean {
  return COMPLETE_DAY.test(date) && from !== "" && to !== "";
}

/** Returns the lessons that have a complete day and both times, in order of time. */
export function completeLessons(lessons: readonly LessonDraft[]): LessonDraft[] {
  return addLessons([], lessons.filter(isComplete));
}

/** The first reason why lessons cannot be saved, which begins with the lesson's number; null if there is none. */
export function lessonsProblem(lessons: readonly LessonDraft[]): string | null {
  if (lessons.length > MAX_LESSONS) return `A class can have up to ${MAX_LESSONS} lessons.`;
  const starts = lessons.map(startOf);
  for (const [index, { date, from, to }] of lessons.entries()) {
    const name = `Lesson ${index + 1}: `;
    if (date === "" || from === "" || to === "")
      return `${name}Please enter a day, a start time and an end time.`;
    if (to <= from) return `${name}The end time must be after the start time.`;
    if (starts.indexOf(startOf({ date, from })) < index)
      return `${name}Another lesson starts at the same time.`;
  }
  return null;
}

function startOf({ date, from }: Pick<LessonDraft, "date" | "from">): string {
  return `${date} ${from}`;
}
