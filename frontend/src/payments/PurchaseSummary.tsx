import { useSessionState } from "../accounts/SessionProvider";
import type { Selection } from "../classes/api";
import { scheduleText } from "../classes/classFacts";
import { SelectionOverlapNote } from "../classes/OverlapNote";
import { childNameOf } from "../classes/participants";
import { formatPrice } from "../shared/money";
import { Picture } from "../shared/Picture";

/** The class to pay for, with its price and the participant's name. */
export function PurchaseSummary({ selection }: { selection: Selection }) {
  const { price } = selection;
  const state = useSessionState();
  const student = state.status === "in" ? state.user.name : "";
  const participant = childNameOf(selection) ?? student;
  const schedule = scheduleText(selection);
  return (
    <>
      <div className="purchase">
        <Picture src={selection.image} alt="" ratio="1 / 1" sizes="6rem" eager className="purchase-picture" />
        <div>
          <h2 className="fs-4 mb-1">{selection.nameClass}</h2>
          <p className="mb-0 text-body-secondary">
            with {selection.instructorName}
            {participant ? `, for ${participant}` : null}
          </p>
          {schedule ? <p className="mb-0">{schedule}</p> : null}
        </div>
        <p className="amount purchase-price mb-0">{formatPrice(price)}</p>
      </div>
      <SelectionOverlapNote selection={selection} />
    </>
  );
}
