import { Link } from "react-router-dom";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { listPriceOf } from "./PurchaseRow";
import { payText, seatCount, totalOf } from "./selections";
import type { Choice } from "./useChoice";

/** A bar at the bottom of the window that links to the checkout of the chosen selections. Empty if none is chosen. */
export function PayBar({ choice: { chosen, limit, isFull } }: { choice: Choice }) {
  const isEmpty = chosen.length === 0;
  const saved = listPriceOf(chosen) - totalOf(chosen);
  return (
    <div className={isEmpty ? "" : "pay-bar"}>
      <p role="status" className={isFull ? "mb-2" : "visually-hidden"}>
        {isEmpty ? "" : `${seatCount(chosen.length)} chosen`}
        {isFull ? `. You can pay for up to ${limit} seats at once.` : ""}
      </p>
      {isEmpty ? null : (
        <div className="d-flex flex-wrap align-items-center column-gap-3 row-gap-1">
          <Link className="btn btn-primary btn-lg" to={pages.checkoutOf(chosen.map(({ _id }) => _id))}>
            <span className="amount">{payText(chosen)}</span>
          </Link>
          {saved > 0 ? <p className="mb-0 text-success">You save {formatMoney(saved)}</p> : null}
        </div>
      )}
    </div>
  );
}
