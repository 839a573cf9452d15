/** Rules that the office may override for a seat. */
import type { ReviewedClass } from "../../classes/api";
import { hasBegun } from "../../classes/model/facts";
import { isOpen } from "../../classes/model/opening";
import { Check } from "../../shared/forms/Check";

export type Override = "begun" | "age" | "not_open";

/** What the server refuses unless it is overridden, by its code. */
const BY_CODE: Record<string, Override | undefined> = {
  class_begun: "begun",
  age_not_in_range: "age",
  birth_date_needed: "age",
  not_open_yet: "not_open",
};

const TEXTS: Record<Override, string> = {
  begun: "The class has begun. Allow it anyway.",
  age: "The age doesn't fit. Allow it anyway.",
  not_open: "Registration isn't open yet. Allow it anyway.",
};

const OVERRIDES = Object.keys(TEXTS) as Override[];

/** The rules for which the server has refused a seat, by its codes. */
export function overridesOf(codes: readonly (string | undefined)[]): Override[] {
  const refused = new Set(codes.map((code) => BY_CODE[code ?? ""]));
  return OVERRIDES.filter((each) => refused.has(each));
}

/** The rules that stand against seats in the class, as far as the page or a refusal of the server shows. */
export function overridesFor(
  campClass: ReviewedClass,
  isAgeWrong: boolean,
  codes: readonly (string | undefined)[],
): Override[] {
  const known: Record<Override, boolean> = {
    begun: hasBegun(campClass),
    age: isAgeWrong,
    not_open: !isOpen(campClass),
  };
  const refused = overridesOf(codes);
  return OVERRIDES.filter((each) => known[each] || refused.includes(each));
}

interface OverrideChoiceProps {
  offered: readonly Override[];
  chosen: readonly Override[];
  change: (chosen: readonly Override[]) => void;
}

/** A check box for each rule that stands against a seat. A ticked one stays, because it is sent. */
export function OverrideChoice({ offered, chosen, change }: OverrideChoiceProps) {
  const shown = OVERRIDES.filter((each) => offered.includes(each) || chosen.includes(each));
  return shown.map((override) => (
    <Check
      key={override}
      className="mb-2"
      label={TEXTS[override]}
      checked={chosen.includes(override)}
      onChange={({ currentTarget: { checked } }) =>
        change(checked ? [...chosen, override] : chosen.filter((each) => each !== override))
      }
    />
  ));
}
