import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useChildren } from "../../accounts/children/api";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { type Selection, useSelections } from "../../classes/api";
import { SuggestedClasses } from "../../classes/browse/SuggestedClasses";
import { isOffered } from "../../classes/model/offers";
import { useRefreshSeats } from "../../shared/api/invalidation";
import { useIsPast } from "../../shared/hooks/useIsPast";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import { usePayments } from "../api";
import { DeleteSelectionDialog } from "./DeleteSelectionDialog";
import { MyWaitlists } from "./MyWaitlists";
import { OpeningClock } from "./OpeningClock";
import { PayBar } from "./PayBar";
import { SelectionRow } from "./SelectionRow";
import { isReserved, MAX_SEATS, nextChangeOf, UNVERIFIED_SEATS } from "./selections";
import { UnverifiedNote } from "./UnverifiedNote";
import { useChoice } from "./useChoice";

/** The classes that the current student has selected but not yet paid for, and the waitlists that they are on. */
export default function MySelectedClassesPage() {
  return (
    <>
      <PageHeading className="mb-3">My Selected Classes</PageHeading>
      <Selections />
    </>
  );
}

function Selections() {
  const { data, error } = useSelections();
  // With children, each row says who it is for.
  const children = useChildren();
  const refreshSeats = useRefreshSeats();
  if (error && !data) return <ErrorState error={error} retry={refreshSeats} />;
  if (!data || !(children.data ?? children.error)) return <CardSkeletons count={3} layout="dashboard" />;
  // Seats that are kept until a time come first, and offers before reservations, because they end sooner.
  const rankOf = (selection: Selection) => 2 * Number(isOffered(selection)) + Number(isReserved(selection));
  const dayOf = ({ startsAt }: Selection) => (startsAt === null ? Infinity : Date.parse(startsAt));
  // Siblings in one class come in the order in which they were added.
  const siblings = (a: Selection, b: Selection) =>
    a.classId === b.classId ? Number(a.childId) - Number(b.childId) : 0;
  const sorted = [...data].sort((a, b) => rankOf(b) - rankOf(a) || dayOf(a) - dayOf(b) || siblings(a, b));
  return (
    <>
      <SelectionList selections={sorted} />
      <MyWaitlists />
      {data.length === 0 ? <SuggestedClasses /> : null}
    </>
  );
}

function SelectionList({ selections }: { selections: Selection[] }) {
  const [selectionToDelete, setSelectionToDelete] = useState<Selection | null>(null);
  const list = useRef<HTMLElement>(null);
  return (
    // Receives the focus after a deletion, because the deleted row had it.
    <section ref={list} tabIndex={-1} aria-label="Selected classes">
      {selections.length === 0 ? (
        <NoSelections />
      ) : (
        <SelectionRows selections={selections} onDelete={setSelectionToDelete} />
      )}
      <DeleteSelectionDialog
        selection={selectionToDelete}
        close={() => setSelectionToDelete(null)}
        onDeleted={() => list.current?.focus()}
      />
    </section>
  );
}

function SelectionRows({
  selections,
  onDelete,
}: {
  selections: Selection[];
  onDelete: (selection: Selection) => void;
}) {
  // Renders the rows, the choice and its sum again when a hold or an offer ends, or registration opens.
  useIsPast(nextChangeOf(selections));
  const limited = useIsUnproven();
  const choice = useChoice(selections, limited ? UNVERIFIED_SEATS : MAX_SEATS);
  return (
    <>
      <UnverifiedNote selections={selections} limited={limited} />
      <p>A seat is yours once you've paid for it.</p>
      <OpeningClock selections={choice.rows} />
      <ul className="purchases list-unstyled">
        {choice.rows.map((selection, index) => (
          <li key={selection._id}>
            <SelectionRow
              selection={selection}
              above={choice.rows.slice(0, index)}
              eager={index < 6}
              choice={choice}
              onDelete={() => onDelete(selection)}
            />
          </li>
        ))}
      </ul>
      <PayBar choice={choice} />
    </>
  );
}

/** Whether anybody could have created the account, with any address: the server then limits its seats. */
function useIsUnproven(): boolean {
  const state = useSessionState();
  const unverified = state.status === "in" && !state.user.emailVerified;
  const { data } = usePayments({ enabled: unverified });
  return data?.every(({ price }) => price === 0) ?? false;
}

function NoSelections() {
  return (
    <EmptyState title="You haven't selected a class yet.">
      <p>Browse the classes and press Select on any you like.</p>
      <Link className="btn btn-primary" to={pages.allClasses}>
        All Classes
      </Link>
    </EmptyState>
  );
}
