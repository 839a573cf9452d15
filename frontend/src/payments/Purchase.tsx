import type { Selection } from "../classes/api";
import { money } from "../shared/money";
import { Picture } from "../shared/Picture";

/** What is being paid for, and what it costs. */
export function Purchase({ selection, price }: { selection: Selection; price: number }) {
  return (
    <div className="purchase">
      <Picture src={selection.image} alt="" ratio="1 / 1" sizes="6rem" eager className="purchase-picture" />
      <div>
        <h2 className="fs-4 mb-1">{selection.nameClass}</h2>
        <p className="mb-0 text-body-secondary">with {selection.instructorName}</p>
      </div>
      <p className="amount purchase-price mb-0">{price === 0 ? "Free" : money(price)}</p>
    </div>
  );
}
