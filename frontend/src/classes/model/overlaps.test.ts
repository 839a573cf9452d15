import cases from "../../../../testing/overlap_cases.json";
import { overlap } from "./overlaps";

test.each(cases)("compares two lessons: $name", ({ one, other, overlap: expected }) => {
  const [first, second] = [one, other].map(([startsAt = "", endsAt = ""]) => ({ startsAt, endsAt }));
  if (!first || !second) throw new Error("A case has two lessons.");
  expect(overlap(first, second)).toBe(expected);
  expect(overlap(second, first)).toBe(expected);
});
