import { generalRefundText, refundLines, refundText } from "./refundRules";

const START = "2027-06-30T13:00:00Z";
const FULL = { percent: 100, until: "2027-05-31T13:00:00Z", hoursAfterPaying: null };
const HALF = { percent: 50, until: "2027-06-16T13:00:00Z", hoursAfterPaying: null };
const HOURS = { percent: 100, until: null, hoursAfterPaying: 48 };
const NOTHING = { percent: 0, until: null, hoursAfterPaying: null };
const ZONE = "(Eastern Time)";

test("describes the rules in days, without a class", () => {
  expect(generalRefundText()).toBe(
    "Cancel within 48 hours of paying, or at least 30 days before the first lesson, for a full refund. " +
      "After that, you'll get 50% back until 14 days before the first lesson, then nothing.",
  );
});

test.each([
  [
    [FULL, HALF, NOTHING],
    `Cancel by Mon, May 31, 9:00 AM ${ZONE} for a full refund. After that, you'll get 50% back until Wed, Jun 16, 9:00 AM ${ZONE}, then nothing.`,
  ],
  [
    [HOURS, HALF, NOTHING],
    `Cancel within 48 hours of paying for a full refund. After that, you'll get 50% back until Wed, Jun 16, 9:00 AM ${ZONE}, then nothing.`,
  ],
  [[HOURS, NOTHING], "Cancel within 48 hours of paying for a full refund. After that, there's no refund."],
  [[{ ...FULL, until: START }], "Cancel before the class starts for a full refund."],
  [[HALF, NOTHING], `If you cancel, you'll get 50% back until Wed, Jun 16, 9:00 AM ${ZONE}, then nothing.`],
])("describes the steps of a class, %#", (steps, text) => {
  expect(refundText(steps, START).replace(/\u00a0/g, " ")).toBe(text);
});

test("names a line for each step", () => {
  const lines = refundLines([HOURS, HALF, NOTHING], START);
  expect(lines.map((line) => line.join(": ").replace(/\u00a0/g, " "))).toEqual([
    "Cancel within 48 hours of paying: full refund",
    `Until Wed, Jun 16, 9:00 AM ${ZONE}: 50% back`,
    "After that: no refund",
  ]);
});
