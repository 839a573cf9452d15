import { formatPrice } from "../../../shared/money";
import type { MyClass } from "../../api";

export type DeniedVersion = NonNullable<MyClass["deniedVersion"]>;

/** A value of a class that has changed, before and after, as text. */
interface Change {
  name: string;
  before: string;
  after: string;
}

type Values = Omit<DeniedVersion, "craft"> & { craft: string };
const PRICES: readonly string[] = ["price", "earlyPrice"] satisfies (keyof Values)[];

const LABELS: Record<keyof Values, string> = {
  nameClass: "Name",
  price: "Price",
  earlyPrice: "Early price",
  earlyUntil: "Last day of the early price",
  capacity: "Seats",
  craft: "Craft",
  place: "Place",
  ageFrom: "Youngest age",
  ageTo: "Oldest age",
  image: "Picture",
  description: "Description",
  bring: "What to bring",
};

/** Returns what has changed in a class since it was denied. */
export function changesOf(
  before: DeniedVersion,
  campClass: MyClass,
  craftName: (slug: string) => string,
): Change[] {
  const craftOf = (slug: string | null) => (slug === null ? "" : craftName(slug));
  const former: Values = { ...before, craft: craftOf(before.craft) };
  const current: Values = {
    ...campClass,
    capacity: campClass.seats + campClass.enroll,
    craft: craftOf(campClass.craft),
  };
  const names = Object.keys(LABELS) as (keyof Values)[];
  return names
    .filter((name) => former[name] !== current[name])
    .map((name) => ({
      name: LABELS[name],
      before: textOf(name, former[name]),
      after: textOf(name, current[name]),
    }));
}

function textOf(name: keyof Values, value: string | number | null): string {
  if (name === "image") return "Another picture";
  if (value === null || value === "") return "Nothing";
  return PRICES.includes(name) ? formatPrice(Number(value)) : String(value);
}
