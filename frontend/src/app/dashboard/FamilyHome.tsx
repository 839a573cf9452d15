import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useChildren } from "../../accounts/children/api";
import { PaperworkNote } from "../../accounts/children/PaperworkNote";
import { hasChild, usePaperwork } from "../../accounts/children/paperwork";
import { type Selection, useEnrolledClasses, useSelections } from "../../classes/api";
import { SuggestedClasses } from "../../classes/browse/SuggestedClasses";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { usePolledWaitlist, type WaitlistEntry } from "../../classes/waitlistApi";
import { useOrderQuote } from "../../payments/api";
import { OfferTime } from "../../payments/selected/OfferTime";
import {
  MAX_SEATS,
  nextChangeOf,
  payText,
  unpayableReason,
  withPrices,
} from "../../payments/selected/selections";
import { combine } from "../../shared/api/combine";
import { Section } from "../../shared/components/Section";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { NextLessons } from "./NextLesson";
import { Season } from "./Season";
import { SharedChildren } from "./SharedChildren";
import { upcomingLessons } from "./upcoming";

/** What a family has booked, has to pay for, and waits for. */
export function FamilyHome() {
  const enrolled = useEnrolledClasses();
  const selections = useSelections();
  const waitlist = usePolledWaitlist();
  const children = useChildren();
  const paperwork = usePaperwork({ enabled: hasChild(enrolled.data ?? []) });
  const { isLoading, error, retry } = combine(enrolled, selections, waitlist, children);
  if (isLoading || paperwork.isLoading) return <RowSkeletons count={8} />;
  const lessons = upcomingLessons(enrolled.data ?? []);
  const waiting = (waitlist.data ?? []).filter(({ state }) => state === "WAITING");
  const hasNothing = [enrolled, selections, waitlist].every(({ data }) => data?.length === 0);
  return (
    <>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      <PaperworkNote
        paperwork={paperwork.data}
        childIds={lessons.map(({ campClass }) => campClass.childId)}
      />
      {enrolled.data && lessons.length === 0 ? <NoLessons /> : <NextLessons lessons={lessons} />}
      <Season enrolled={enrolled.data ?? []} selections={selections.data ?? []} />
      {selections.data?.length ? <ToPay selections={selections.data} /> : null}
      {waiting.length > 0 ? <Waiting entries={waiting} /> : null}
      <SharedChildren />
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
  // Renders the list again when a hold or an offer ends, or registration opens.
  useIsPast(nextChangeOf(selections));
  const payable = selections.filter((selection) => unpayableReason(selection) === null).slice(0, MAX_SEATS);
  const lines = useOrderQuote(payable).data?.lines ?? [];
  return (
    <ClassList
      title="Waiting for payment"
      rows={withPrices(selections, lines)}
      note={(selection) => unpayableReason(selection) ?? formatPrice(selection.priceNow)}
      more={(selection) => <OfferTime selection={selection} />}
    >
      <div className="d-flex flex-wrap align-items-center gap-3">
        {payable.length === 0 ? null : (
          <Link className="btn btn-primary" to={pages.checkoutOf(payable.map(({ _id }) => _id))}>
            <span className="amount">{payText(withPrices(payable, lines))}</span>
          </Link>
        )}
        <Link className="tap" to={pages.mySelectedClasses}>
          Choose what to pay for
        </Link>
      </div>
    </ClassList>
  );
}

function Waiting({ entries }: { entries: readonly WaitlistEntry[] }) {
  return (
    <ClassList
      title="On the waitlist"
      rows={entries}
      note={({ position, of }) => `Place ${position} of ${of}`}
    />
  );
}

interface ClassListProps<Row> {
  title: string;
  rows: readonly Row[];
  /** The price, why the student cannot pay it, or the position on the waitlist. */
  note: (row: Row) => string;
  more?: (row: Row) => ReactNode;
  children?: ReactNode;
}

/** A part of the page that lists classes, each for one participant: the oldest row first, as the children of the account. */
function ClassList<Row extends Selection | WaitlistEntry>(props: ClassListProps<Row>) {
  const { title, rows, note, more, children } = props;
  const participantText = useParticipantText();
  return (
    <Section title={title}>
      <ul className="home-list list-unstyled">
        {rows.toReversed().map((row) => (
          <li key={row._id}>
            <Link className="fw-semibold" to={pages.class(row.classId)}>
              {withParticipant(row.nameClass, participantText(row))}
            </Link>
            <span className="amount">{note(row)}</span>
            {more?.(row)}
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}
