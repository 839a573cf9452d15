import cases from "../../../../testing/age_cases.json";
import { aClass } from "../../testing/builders";
import { ageAt, ageReason } from "./offers";

const REASONS = {
  birth_date_needed: /birth/,
  age_not_in_range: /^too (young|old) for this class$/,
};

test.each(cases)(
  "decides whether a child fits: $name",
  ({ bornOn, startsAt, age, refusal, ageFrom, ageTo }) => {
    const child = { childId: "31", childName: "Mia", bornOn };
    const campClass = aClass({ ageFrom, ageTo, startsAt });
    expect(ageAt(child, startsAt)).toBe(age);
    const reason = ageReason(child, campClass);
    if (refusal === null) expect(reason).toBeNull();
    else expect(reason).toMatch(REASONS[refusal as keyof typeof REASONS]);
    // Only the ages of children are checked.
    expect(ageReason({ ...child, childId: null }, campClass)).toBeNull();
  },
);
