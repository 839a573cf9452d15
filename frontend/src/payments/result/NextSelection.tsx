import { Link } from "react-router-dom";
import { useSelections } from "../../classes/api";
import { isSameSeat, useParticipantText, withParticipant } from "../../classes/model/participants";
import { formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import type { Payment } from "../api";
import { unpayableReason } from "../selected/selections";

/** The other classes that the student has selected and can still pay for, with a link to pay for the first of them. */
export function NextSelection({ after }: { after: readonly Payment[] }) {
  const { data = [] } = useSelections();
  const participantText = useParticipantText();
  const others = data.filter(
    (selection) =>
      unpayableReason(selection) === null && !after.some((payment) => isSameSeat(selection, payment)),
  );
  const [next] = others;
  if (!next) return null;
  return (
    <section className="next-selection" aria-labelledby="next-selection">
      <h2 id="next-selection" className="fs-5">
        Also on your list
      </h2>
      <ul className="list-unstyled">
        {others.map((selection) => (
          <li key={selection._id} className="d-flex justify-content-between gap-3">
            {withParticipant(selection.nameClass, participantText(selection))}{" "}
            <span className="amount">{formatPrice(selection.priceNow)}</span>
          </li>
        ))}
      </ul>
      <Link
        className="btn btn-outline-primary"
        to={pages.payment(next._id)}
        aria-label={`Pay for the next: ${withParticipant(next.nameClass, participantText(next))}`}
      >
        Pay for the next
      </Link>
    </section>
  );
}
