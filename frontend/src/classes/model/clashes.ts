/** Classes of a participant at the same time as another one. They may attend both nevertheless. */

import { formatList } from "../../shared/intl";
import type { Clashes } from "../api";

/** `Felt Hats and Wood Toys`. */
export function classNames(classes: readonly { nameClass: string }[]): string {
  return formatList(classes.map(({ nameClass }) => nameClass));
}

/** `Mia and Tom also have Felt Hats at the same time.` A name is null for the user. */
export function clashText(names: readonly (string | null)[], clashes: Clashes): string {
  const who = formatList(names.map((name) => name ?? "you")).replace(/^you/, "You");
  const has = names.length === 1 && names[0] !== null ? "has" : "have";
  return `${who} also ${has} ${classNames(clashes)} at the same time.`;
}
