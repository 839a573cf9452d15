import { useId } from "react";
import { Link } from "react-router-dom";
import { Price } from "../../shared/components/Price";
import { formatMoney } from "../../shared/money";
import { pages } from "../../shared/paths";
import { refundLines } from "../../shared/refundRules";
import type { ClassDetails } from "../api";
import { ClashNotes } from "../model/ClashNote";
import { hasBegun, seatsText } from "../model/facts";
import { offerOf } from "../model/offers";
import { useIsOpen } from "../model/opening";
import { earlyText } from "../model/prices";
import { OpeningNote } from "../opening/OpeningNote";
import { JoinWaitlist, SelectButton } from "../select/OfferButtons";
import { SelectionReason } from "../select/SelectionReason";
import type { ClassSelection } from "../select/useClassSelection";
import { ShareClass } from "./ShareClass";

interface BookingProps {
  campClass: ClassDetails;
  selection: ClassSelection;
}

/** The price, the seats, the Select button and the terms: a card, or on a phone a bar below the text. */
export function Booking({ campClass, selection }: BookingProps) {
  const open = useIsOpen(campClass);
  if (campClass.endedAt !== null) return <p className="class-booking verdict">This class has ended.</p>;
  return (
    <div className="class-booking sheet">
      <BookingBar campClass={campClass} selection={selection} />
      <div className="mt-lg-3">
        {open ? null : <OpeningNote campClass={campClass} />}
        <RefundRules campClass={campClass} />
        {campClass.status === "Approved" ? (
          <p className="mt-2 mb-0">
            <ShareClass campClass={campClass} />
          </p>
        ) : null}
        {/* Appears later than the rest, so it is the last. */}
        <ClashNotes classId={campClass._id} />
      </div>
    </div>
  );
}

function BookingBar({ campClass, selection }: BookingProps) {
  const reasonId = useId();
  const { lessons, lessonsRemovedAt, priceNow } = campClass;
  const early = earlyText(campClass);
  const { family } = selection;
  const offer = offerOf(campClass, family);
  const button = { campClass, selection, offer, reasonId };
  return (
    <section className="class-bar" aria-label="Price and seats">
      <div className="amount">
        <p className="price">
          <Price price={priceNow} listPrice={campClass.price} />{" "}
          {priceNow > 0 && lessons.length > 1 ? (
            <span className="price-per-lesson">{formatMoney(priceNow / lessons.length)} per lesson</span>
          ) : null}
        </p>
        {early === null ? null : <p className="mb-0 fw-semibold">{early}</p>}
        {lessonsRemovedAt === null ? <p className="mb-0">{seatsText(campClass)}</p> : null}
      </div>
      <SelectButton {...button} />
      {offer.action === "joinWaitlist" ? <JoinWaitlist {...button} /> : null}
      {/* The reason appears after the session is restored; its line is reserved. */}
      <div className={family.role === "visitor" ? "class-bar-reason" : "class-bar-reason class-bar-line"}>
        <SelectionReason id={reasonId} offer={offer} showRole />
      </div>
    </section>
  );
}

/** The refund rules of the class. Renders nothing if nobody pays, or nobody can book the class anymore. */
function RefundRules({ campClass }: { campClass: ClassDetails }) {
  const { price, refundSteps, startsAt, lessonsRemovedAt } = campClass;
  if (price === 0 || hasBegun(campClass) || lessonsRemovedAt !== null) return null;
  return (
    <div className="form-text mt-0">
      <ol className="refund-steps" aria-label="If you cancel">
        {refundLines(refundSteps, startsAt).map(([when, what]) => (
          <li key={when}>
            {when}: <strong>{what}</strong>
          </li>
        ))}
      </ol>
      <Link to={pages.refundTerms}>How refunds work</Link>
    </div>
  );
}
