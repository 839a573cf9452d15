/** Classes of a participant at the same time as another one. They may attend both nevertheless. */
import type { Clashes } from "../api";

const list = new Intl.ListFormat("en-US");

/** `Felt Hats and Wood Toys`. */
export function classNames(classes: readonly { nameClass: string }[]): string {
  return list.format(classes.map(({ nameClass }) => nameClass));
}

/** `Mia also has Felt Hats at the same time.` Without a name the user has. */
export function clashText(name: string | null, clashes: Clashes): string {
  const who = name === null ? "You also have" : `${name} also has`;
  return `${who} ${classNames(clashes)} at the same time.`;
}
