import {
  formatCalendarDay,
  formatCalendarDays,
  formatClockTimes,
  formatDate,
  formatDateTime,
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
  formatDateTime(ISO),
  formatSiteMoment(ISO),
  formatSiteTimes(ISO, "2027-07-05T16:00:00Z"),
])("keeps the times of %s together and lets no dash begin a line", (text) => {
  expect(text).toMatch(/–|[AP]M/);
  expect(text).not.toMatch(/[^\u00a0\u202f](?:–|[AP]M)/);
});

test.each([
  formatCalendarDay("2027-07-05"),
  formatCalendarDays("2027-07-05", "2027-07-09"),
  formatDate(ISO),
  formatDateTime(ISO),
  formatMonthDay("2027-07-05"),
  formatMonthDays("2027-06-21", "2027-07-02"),
  formatSiteDay(ISO),
  formatSiteMoment(ISO),
])("ends no line between the month and the day of %s", (text) => {
  expect(text).toMatch(/[a-z]\u00a0\d/);
  expect(text).not.toMatch(/[a-z] \d/);
});
