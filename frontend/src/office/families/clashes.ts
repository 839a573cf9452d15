/** Classes of a participant at the same time as another one. They may attend both nevertheless. */
import type { Clashes, ReviewedClass } from "../../classes/api";

/** Warns of the classes that this participant has at the same time. */
export function ClashNote({ name, clashes }: { name: string; clashes: Clashes }) {
  if (clashes.length === 0) return null;
  return (
    <p className="verdict overlap-note" role="note">
      {name} also has {namesOf(clashes)} at the same time.
    </p>
  );
}

const list = new Intl.ListFormat("en-US");

type Named = Pick<ReviewedClass, "nameClass">;

/** `Felt Hats and Wood Toys`. */
export function namesOf(classes: readonly Named[]): string {
  return list.format(classes.map(({ nameClass }) => nameClass));
}

/** `At the same time as Felt Hats: Wood Toys.` Of several classes, each may be at the same time as another one. */
export function clashText(classes: readonly Named[], clashes: Clashes): string {
  const [only, ...others] = classes;
  const what = only && others.length === 0 ? `At the same time as ${only.nameClass}` : "At the same time";
  return `${what}: ${namesOf(clashes)}.`;
}
