import type { Clashes, ReviewedClass } from "../../classes/api";
import { classNames } from "../../classes/model/clashes";

/** `At the same time as Felt Hats: Wood Toys.` Of several classes, each may be at the same time as another one. */
export function clashesText(classes: readonly Pick<ReviewedClass, "nameClass">[], clashes: Clashes): string {
  const [only, ...others] = classes;
  const what = only && others.length === 0 ? `At the same time as ${only.nameClass}` : "At the same time";
  return `${what}: ${classNames(clashes)}.`;
}
