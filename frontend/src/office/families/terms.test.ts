import { cancellationText } from "./terms";

const NOW = "2027-05-01T13:00:00Z";
const HOUR_MS = 3_600_000;
/** The time in this number of days, or before it (ISO 8601). */
const inDays = (days: number) => new Date(Date.parse(NOW) + days * 24 * HOUR_MS).toISOString();
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll(" (Eastern Time)", "");

beforeEach(() => jest.setSystemTime(new Date(NOW)));

test.each([
  ["paid now, 60 days ahead", 0, 60, "100% until Mon, May 31, 9:00 AM, then 50% until Wed, Jun 16, 9:00 AM"],
  ["paid long ago, 20 days ahead", -10, 20, "50% until Fri, May 7, 9:00 AM"],
  ["paid now, 10 days ahead", 0, 10, "100% until Mon, May 3, 9:00 AM"],
  ["paid long ago, 10 days ahead", -10, 10, "No refund"],
  ["paid now, tomorrow", 0, 1, "100% until Sun, May 2, 9:00 AM"],
])("describes a seat that was %s", (_case, paid, starts, text) => {
  expect(plain(cancellationText(inDays(paid), inDays(starts)))).toBe(text);
});

test("reopens the full refund for a week after a move by the school", () => {
  expect(plain(cancellationText(inDays(-10), inDays(30), true))).toBe(
    "100% until Sat, May 8, 9:00 AM, then 50% until Mon, May 17, 9:00 AM",
  );
  expect(plain(cancellationText(inDays(-10), inDays(3), true))).toBe("100% until Tue, May 4, 9:00 AM");
});

test("knows only the hours after paying for a class without lessons", () => {
  expect(plain(cancellationText(inDays(0), null))).toBe("100% until Mon, May 3, 9:00 AM");
});
