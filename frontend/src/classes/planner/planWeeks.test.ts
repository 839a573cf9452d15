import { aClass, inMinutes } from "../../testing/builders";
import type { CampClass } from "../api";
import { firstOpenWeek, firstShown, planWeeks } from "./planWeeks";

const [W1, W2, W3] = ["2127-07-07", "2127-07-14", "2127-07-21"] as const; // Mondays
const WEEKDAYS = [1, 2, 3, 4, 5];

function lessons(
  [firstDay, lastDay]: [string, string],
  [earliestTime, latestTime]: [string, string],
  weekdays = WEEKDAYS,
): Partial<CampClass> {
  return { firstDay, lastDay, earliestTime, latestTime, weekdays };
}

const MORNING: [string, string] = ["09:00", "12:00"];
const clay = aClass({ nameClass: "Clay", ...lessons([W1, "2127-07-11"], MORNING) });
const early = aClass({ nameClass: "Zinc", ...lessons([W1, "2127-07-11"], ["08:00", "10:00"]) });
const glass = aClass({ nameClass: "Glass", ...lessons([W1, "2127-07-18"], ["13:00", "16:00"]) });
const camp = aClass({ nameClass: "Camp", ...lessons([W2, "2127-07-18"], ["09:00", "15:00"]) });
const mondays = aClass({ nameClass: "Mondays", ...lessons(["2127-07-11", W3], MORNING, [1, 5]) });
const someday = aClass({ nameClass: "Someday" });

const row = (part: "morning" | "afternoon" | "all-day", monday: string, classes: CampClass[]) =>
  [part, monday, classes] as const;

test.each([
  row("morning", W1, [early, clay, mondays]), // The earliest first, then by name.
  row("afternoon", W1, [glass]),
  row("all-day", W1, []),
  row("morning", W2, [mondays]),
  row("afternoon", W2, [glass]), // A class of two weeks stands in both.
  row("all-day", W2, [camp]),
  row("morning", W3, [mondays]),
  row("all-day", W3, []),
])("places classes of the %s in the week of %s", (part, monday, expected) => {
  const { weeks, undated } = planWeeks([someday, mondays, glass, clay, camp, early], "2027-01-01");
  expect(weeks.map((week) => week.monday)).toEqual([W1, W2, W3]);
  expect(weeks.find((week) => week.monday === monday)?.classes[part]).toEqual(expected);
  expect(undated).toEqual([someday]);
});

test.each([
  ["2127-07-13", [W1, W2]], // Its Sunday.
  ["2127-07-14", [W2]],
  ["2127-07-21", []],
])("leaves out the weeks that were over on %s", (today, expected) => {
  expect(planWeeks([glass], today).weeks.map(({ monday }) => monday)).toEqual(expected);
});

test("leaves out a week between the lessons of two classes", () => {
  const later = aClass(lessons([W3, W3], MORNING, [1]));
  expect(planWeeks([clay, later], "2027-01-01").weeks.map(({ monday }) => monday)).toEqual([W1, W3]);
});

test("begins with the first week in which a class can still be booked", () => {
  const running = aClass({ ...lessons([W1, W1], MORNING, [1]), startsAt: inMinutes(-60) });
  expect(firstOpenWeek(planWeeks([running, camp], "2027-01-01").weeks)).toBe(W2);
  expect(firstOpenWeek(planWeeks([running], "2027-01-01").weeks)).toBe("");
});

test.each([
  ["", 1, 0],
  [W2, 1, 1],
  ["2127-07-15", 1, 2], // The next week with classes.
  ["2128-01-01", 1, 2],
  [W3, 2, 1], // As many as fit.
  [W3, 4, 0],
])("shows from the week of %s, with %s columns, week %s first", (wished, columns, expected) => {
  const { weeks } = planWeeks([glass, mondays], "2027-01-01");
  expect(firstShown(weeks, wished, columns)).toBe(expected);
});
