import { Link } from "react-router-dom";
import { useChildren } from "../../accounts/children/childrenApi";
import { type Selection, useEnrolledClasses, useSelections } from "../../classes/api";
import { SuggestedClasses } from "../../classes/browse/SuggestedClasses";
import { useParticipantText, withParticipant } from "../../classes/select/participants";
import { usePolledWaitlist, type WaitlistEntry } from "../../classes/waitlist/waitlistApi";
import { OfferTime } from "../../payments/selected/OfferTime";
import { MAX_SEATS, nextChangeOf, payText, unpayableReason } from "../../payments/selected/selections";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { NextLessons } from "./NextLesson";
import { Season } from "./Season";
import { upcomingLessons } from "./upcoming";

/** What a family has booked, has to pay for, and waits for. */
export function FamilyHome() {
  const enrolled = useEnrolledClasses();
  const selections = useSelections();
  const waitlist = usePolledWaitlist();
  const children = useChildren();
  const parts = [enrolled, selections, waitlist];
  const resources = [...parts, children];
  // All parts are shown at once, so that none moves the others.
  if (!resources.every(({ data, error }) => data ?? error)) return <RowSkeletons count={8} />;
  const failure = resources.find(({ data }) => !data)?.error;
  const lessons = upcomingLessons(enrolled.data ?? []);
  const waiting = (waitlist.data ?? []).filter(({ state }) => state === "WAITING");
  const hasNothing = parts.every(({ data }) => data?.length === 0);
  return (
    <>
      {failure ? (
        <ErrorState error={failure} retry={() => Promise.all(resources.map(({ mutate }) => mutate()))} />
      ) : null}
      {enrolled.data && lessons.length === 0 ? <NoLessons /> : <NextLessons lessons={lessons} />}
      <Season enrolled={enrolled.data ?? []} selections={selections.data ?? []} />
      {selections.data?.length ? <ToPay selections={selections.data} /> : null}
      {waiting.length > 0 ? <Waiting entries={waiting} /> : null}
      {hasNothing ? <SuggestedClasses /> : null}
    </>
  );
}

function NoLessons() {
  return (
    <EmptyState title="No lessons coming up.">
      <p>Your next lesson appears here once you've booked a class with dates.</p>
      <Link className="btn btn-primary" to={pages.allClasses}>
        All Classes
      </Link>
    </EmptyState>
  );
}

function ToPay({ selections }: { selections: readonly Selection[] }) {
  const participantText = useParticipantText();
  // Renders the list again when a hold or an offer ends, or registration opens.
  useIsPast(nextChangeOf(selections));
  const payable = selections.filter((selection) => unpayableReason(selection) === null).slice(0, MAX_SEATS);
  return (
    <section className="home-part" aria-labelledby="to-pay">
      <h2 className="fs-4" id="to-pay">
        Waiting for payment
      </h2>
      <ul className="home-list">
        {selections.map((selection) => (
          <li key={selection._id}>
            <Link className="fw-semibold" to={pages.class(selection.classId)}>
              {withParticipant(selection.nameClass, participantText(selection))}
            </Link>
            <span className="amount">{unpayableReason(selection) ?? formatPrice(selection.price)}</span>
            <OfferTime selection={selection} />
          </li>
        ))}
      </ul>
      <div className="d-flex flex-wrap align-items-center gap-3">
        {payable.length === 0 ? null : (
          <Link className="btn btn-primary" to={pages.checkoutOf(payable.map(({ _id }) => _id))}>
            <span className="amount">{payText(payable)}</span>
          </Link>
        )}
        <Link to={pages.mySelectedClasses}>Choose what to pay for</Link>
      </div>
    </section>
  );
}

function Waiting({ entries }: { entries: readonly WaitlistEntry[] }) {
  const participantText = useParticipantText();
  return (
    <section className="home-part" aria-labelledby="waitlists">
      <h2 className="fs-4" id="waitlists">
        On the waitlist
      </h2>
      <ul className="home-list">
        {entries.map((entry) => (
          <li key={entry._id}>
            <Link className="fw-semibold" to={pages.class(entry.classId)}>
              {withParticipant(entry.nameClass, participantText(entry))}
            </Link>
            <span className="amount">
              Place {entry.position} of {entry.of}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
