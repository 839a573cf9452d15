import { refundRulesText } from "./refundRules";

/** Returns the time after this number of days (ISO 8601). */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

beforeEach(() => jest.setSystemTime(new Date("2027-05-01T13:00:00Z")));

test("describes the rules in days, without a class", () => {
  expect(refundRulesText()).toBe(
    "Cancel within 48 hours of paying, or at least 30 days before the first lesson, for a full refund. " +
      "After that, you'll get 50% back until 14 days before the first lesson, then nothing.",
  );
});

test("describes only the hours after paying for a class without lessons", () => {
  expect(refundRulesText(null)).toBe(
    "Cancel within 48 hours of paying for a full refund. After that, there's no refund.",
  );
});

const ZONE = "(Eastern Time)";

test.each([
  [
    60,
    `Cancel by Mon, May 31, 9:00 AM ${ZONE} for a full refund. After that, you'll get 50% back until Wed, Jun 16, 9:00 AM ${ZONE}, then nothing.`,
  ],
  [
    31,
    `Cancel within 48 hours of paying for a full refund. After that, you'll get 50% back until Tue, May 18, 9:00 AM ${ZONE}, then nothing.`,
  ],
  [15, "Cancel within 48 hours of paying for a full refund. After that, there's no refund."],
  [10, "Cancel within 48 hours of paying for a full refund. After that, there's no refund."],
  [1, "Cancel before the class starts for a full refund."],
])("describes the rules with dates for a class in %s days", (days, text) => {
  expect(refundRulesText(inDays(days)).replace(/\u00a0/g, " ")).toBe(text);
});
