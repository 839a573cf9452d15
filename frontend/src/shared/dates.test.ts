import {
  formatCalendarDay,
  formatCalendarDays,
  formatClockTimes,
  formatMonthDay,
  formatMonthDays,
  formatWeekdays,
} from "./dates";
import { formatSiteDay, formatSiteMoment, formatSiteTimes } from "./siteTime";

const ISO = "2027-07-05T13:00:00Z";

test.each([
  formatClockTimes("09:00", "12:00"),
  formatWeekdays([1, 2, 3, 4, 5]),
  formatCalendarDays("2027-07-05", "2027-07-09"),
  formatMonthDays("2027-06-21", "2027-07-02"),
  formatSiteMoment(ISO),
  formatSiteTimes(ISO, "2027-07-05T16:00:00Z"),
])("keeps the times of %s together and lets no dash begin a line", (text) => {
  expect(text).toMatch(/–|[AP]M/);
  expect(text).not.toMatch(/[^\u00a0\u202f](?:–|[AP]M)/);
});

test.each([
  formatCalendarDay("2027-07-05"),
  formatCalendarDays("2027-07-05", "2027-07-09"),
  formatMonthDay("2027-07-05"),
  formatMonthDays("2027-06-21", "2027-07-02"),
  formatSiteDay(ISO),
  formatSiteMoment(ISO),
])("ends no line between the month and the day of %s", (text) => {
  expect(text).toMatch(/[a-z]\u00a0\d/);
  expect(text).not.toMatch(/[a-z] \d/);
});

describe("on November 27, 2026", () => {
  beforeEach(() => jest.setSystemTime(new Date("2026-11-27T15:00:00Z")));

  test.each([
    ["2026-07-06", "Jul 6, 2026"],
    ["2026-09-26", "Sep 26, 2026"],
    ["2026-09-28", "Sep 28"],
    ["2026-11-27", "Nov 27"],
    ["2027-07-05", "Jul 5"],
    ["2027-09-26", "Sep 26"],
    ["2027-09-29", "Sep 29, 2027"],
    ["2028-01-08", "Jan 8, 2028"],
  ])("writes the year of %s unless it is clear", (day, text) => {
    expect(formatMonthDay(day).normalize("NFKC")).toBe(text);
    expect(formatSiteDay(`${day}T16:00:00Z`).normalize("NFKC")).toMatch(new RegExp(`, ${text}$`));
    expect(formatSiteMoment(`${day}T16:00:00Z`).normalize("NFKC")).toMatch(
      new RegExp(`, ${text}, 1[12]:00 AM|, ${text}, 12:00 PM`),
    );
  });

  test.each([
    ["2027-07-05", "2027-07-09", "Jul 5 – 9"],
    ["2027-09-25", "2027-09-29", "Sep 25 – 29, 2027"],
    ["2028-07-03", "2028-07-07", "Jul 3 – 7, 2028"],
    ["2026-12-28", "2027-01-02", "Dec 28, 2026 – Jan 2, 2027"],
    ["2027-12-27", "2028-01-02", "Dec 27, 2027 – Jan 2, 2028"],
  ])("writes the year of %s to %s unless it is clear", (first, last, text) => {
    expect(formatMonthDays(first, last).normalize("NFKC")).toBe(text);
  });
});
