import { Link } from "react-router-dom";
import { useSelections } from "../classes/api";
import { formatPrice } from "../shared/money";
import { pages } from "../shared/paths";
import type { Payment } from "./api";

/** The other classes that the student has selected and can still pay for, with a link to pay for the first of them. */
export function NextSelection({ after }: { after: Payment }) {
  const { data = [] } = useSelections();
  const others = data.filter(({ classId, seats }) => classId !== after.classId && seats > 0);
  const [next] = others;
  if (!next) return null;
  return (
    <section className="next-selection" aria-labelledby="next-selection">
      <h3 id="next-selection" className="fs-5">
        Also on your list
      </h3>
      <ul className="list-unstyled">
        {others.map((selection) => (
          <li key={selection._id} className="d-flex justify-content-between gap-3">
            {selection.nameClass} <span className="amount">{formatPrice(selection.price)}</span>
          </li>
        ))}
      </ul>
      <Link
        className="btn btn-outline-primary"
        to={pages.payment(next._id)}
        aria-label={`Pay for the next: ${next.nameClass}`}
      >
        Pay for the next
      </Link>
    </section>
  );
}
