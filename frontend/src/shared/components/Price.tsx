import { formatPrice } from "../money";

interface PriceProps {
  /** In dollars. */
  price: number;
  /** The price without a discount. */
  listPrice?: number;
}

/** A price, with the list price struck through if that is higher. */
export function Price({ price, listPrice = price }: PriceProps) {
  if (listPrice <= price) return formatPrice(price);
  return (
    <>
      {formatPrice(price)}
      <span className="visually-hidden"> instead of</span>{" "}
      <s className="list-price">{formatPrice(listPrice)}</s>
    </>
  );
}
