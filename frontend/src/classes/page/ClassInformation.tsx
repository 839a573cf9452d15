import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { formatMoney, formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import { refundSteps } from "../../shared/refundRules";
import type { ClassDetails } from "../api";
import { OpeningNote } from "../opening/OpeningNote";
import { JoinWaitlist, SelectButton } from "../select/OfferButtons";
import { offerOf } from "../select/offer";
import { SelectionReason } from "../select/SelectionReason";
import type { ClassSelection } from "../select/useClassSelection";
import { AddToCalendar } from "./AddToCalendar";
import { agesText, daysText, hasBegun, openSeats, useCraftName } from "./classFacts";
import { LessonList } from "./LessonList";
import { OverlapNote } from "./OverlapNote";

interface ClassInformationProps {
  campClass: ClassDetails;
  selection: ClassSelection;
}

/** What a parent needs to know to choose a class, with the Select button. */
export function ClassInformation({ campClass, selection }: ClassInformationProps) {
  const { endedAt } = campClass;
  return (
    <section className="sheet class-page-information" aria-label="Dates, place and price">
      <ClassFacts campClass={{ ...campClass, seats: openSeats(campClass) }} />
      {endedAt === null ? (
        <Booking campClass={campClass} selection={selection} />
      ) : (
        <p className="verdict">This class has ended.</p>
      )}
      {endedAt === null && campClass.price > 0 ? <RefundRules campClass={campClass} /> : null}
      {campClass.status === "Approved" ? (
        <AddToCalendar classId={campClass._id} campClass={campClass} className="d-inline-block small mt-2" />
      ) : null}
      {/* Appears later than the rest, so it is the last: the button must not move away. */}
      {endedAt === null ? <OverlapNote campClass={campClass} /> : null}
    </section>
  );
}

/** The refund rules of the class. Renders nothing if nobody can book the class: it has begun, or has no dates anymore. */
function RefundRules({ campClass }: { campClass: ClassDetails }) {
  if (hasBegun(campClass) || campClass.lessonsRemovedAt !== null) return null;
  return (
    <div className="form-text mt-3">
      <ol className="refund-steps" aria-label="If you cancel">
        {refundSteps(campClass.startsAt).map(([when, what]) => (
          <li key={when}>
            {when}: <strong>{what}</strong>
          </li>
        ))}
      </ol>
      <Link to={pages.refundTerms}>How refunds work</Link>
    </div>
  );
}

/** The values of a class that its facts show. `seats`: those that anybody can book; null if not known. */
export type ClassFactsValues = Pick<
  ClassDetails,
  | "firstDay"
  | "lastDay"
  | "lessons"
  | "place"
  | "ageFrom"
  | "ageTo"
  | "craft"
  | "endedAt"
  | "lessonsRemovedAt"
> & { seats: number | null };

/** The dates, place, ages, craft and available seats of a class. */
export function ClassFacts({ campClass }: { campClass: ClassFactsValues }) {
  const craftName = useCraftName();
  const ages = agesText(campClass);
  const { endedAt, lessonsRemovedAt, lessons, place, craft, seats } = campClass;
  return (
    <dl className="class-facts">
      <Fact name="When">
        {daysText(campClass) ??
          (lessonsRemovedAt === null ? "Dates to be announced." : "No dates right now.")}
        <LessonList lessons={lessons} />
      </Fact>
      {place ? <Fact name="Where">{place}</Fact> : null}
      {ages === null ? null : <Fact name="Ages">{ages}</Fact>}
      {craft === null ? null : <Fact name="Craft">{craftName(craft)}</Fact>}
      {endedAt === null && lessonsRemovedAt === null && seats !== null ? (
        <Fact name="Available seats">
          <span className="amount">{seats === 0 ? "None. This class is sold out." : seats}</span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Booking({ campClass, selection }: ClassInformationProps) {
  const reasonId = useId();
  const offer = offerOf(campClass, selection.family);
  const button = { campClass, selection, offer, reasonId };
  return (
    <>
      <OpeningNote campClass={campClass} />
      <div className="class-foot">
        <p className="price amount">
          {formatPrice(campClass.price)}
          {campClass.price > 0 && campClass.lessons.length > 1 ? (
            <span className="price-per-lesson">
              {formatMoney(campClass.price / campClass.lessons.length)} per lesson
            </span>
          ) : null}
        </p>
        <SelectButton {...button} />
      </div>
      {offer.action === "joinWaitlist" ? (
        <div className="mt-2">
          <JoinWaitlist {...button} />
        </div>
      ) : null}
      <SelectionReason id={reasonId} offer={offer} showRole />
    </>
  );
}
