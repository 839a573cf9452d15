import type { ReactNode } from "react";

/** The class names of each layout. Three columns beside the dashboard's menu need a wider screen than in the public layout. */
export const GRID_CLASSES = {
  public: "row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4",
  dashboard: "row row-cols-1 row-cols-sm-2 row-cols-xl-3 g-4",
};

export type CardLayout = keyof typeof GRID_CLASSES;

interface CardGridProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  layout: CardLayout;
  card: (item: Item, index: number) => ReactNode;
}

/** A grid of cards of equal height, with one to three columns. */
export function CardGrid<Item>({ items, keyOf, layout, card }: CardGridProps<Item>) {
  return (
    <ul className={`${GRID_CLASSES[layout]} list-unstyled`}>
      {items.map((item, index) => (
        <li className="col" key={keyOf(item)}>
          {card(item, index)}
        </li>
      ))}
    </ul>
  );
}
