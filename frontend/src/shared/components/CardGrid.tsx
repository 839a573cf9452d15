import { createContext, type ReactNode, useContext } from "react";
import { PICTURE_SIZES } from "../firstScreen";

/** The class names of each layout. Three columns beside the dashboard's menu need a wider screen than in the public layout. */
export const GRID_CLASSES = {
  public: "row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4",
  dashboard: "row row-cols-1 row-cols-sm-2 row-cols-xl-3 g-4",
};

export type CardLayout = keyof typeof GRID_CLASSES;

/** The `sizes` of a card's picture in each layout. On a phone two thirds of its width, like PICTURE_SIZES. */
const CARD_SIZES: Record<CardLayout, string> = {
  public: PICTURE_SIZES.card,
  dashboard:
    "(min-width: 1416px) 22rem, (min-width: 1200px) calc(33.3vw - 8rem), (min-width: 992px) calc(50vw - 11rem), (min-width: 576px) calc(50vw - 2rem), 66vw",
};

const LayoutContext = createContext<CardLayout>("public");

/** The `sizes` attribute of the picture in a card of the surrounding grid. */
export const useCardPictureSizes = () => CARD_SIZES[useContext(LayoutContext)];

interface CardGridProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  layout: CardLayout;
  card: (item: Item, index: number) => ReactNode;
}

/** A grid of cards of equal height, with one to three columns. */
export function CardGrid<Item>({ items, keyOf, layout, card }: CardGridProps<Item>) {
  return (
    <LayoutContext value={layout}>
      <ul className={`${GRID_CLASSES[layout]} list-unstyled`}>
        {items.map((item, index) => (
          <li className="col" key={keyOf(item)}>
            {card(item, index)}
          </li>
        ))}
      </ul>
    </LayoutContext>
  );
}
