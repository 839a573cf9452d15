import { useEffect, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { childNameOf, useParticipantText, withParticipant } from "../../classes/model/participants";
import { usePolledWaitlist, type WaitlistEntry } from "../../classes/waitlistApi";
import { errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter, useRefreshSeats } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { pageHeading } from "../../shared/hooks/focus";
import { calls, pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";

/** The waitlists on which the student and their children are. Renders nothing if they are on none. */
export function MyWaitlists() {
  const { data = [], error, mutate } = usePolledWaitlist();
  useRefreshAfterOffers(data);
  const [entryToLeave, setEntryToLeave] = useState<WaitlistEntry | null>(null);
  const refresh = useInvalidateAfter("leaveWaitlist");
  const participantText = useParticipantText();
  const nameOf = (each: WaitlistEntry) => withParticipant(each.nameClass, participantText(each));
  const heading = useRef<HTMLHeadingElement>(null);
  const waiting = data.filter(({ state }) => state === "WAITING");
  if (error && data.length === 0) {
    const text = `Your waitlists couldn't be loaded. ${errorMessage(error)}`;
    return <ErrorState error={error} text={text} retry={() => mutate()} />;
  }
  return (
    <>
      {waiting.length === 0 ? null : (
        <section className="mt-5" aria-labelledby="waiting">
          <h2 ref={heading} id="waiting" tabIndex={-1} className="fs-4 mb-2">
            Waiting
          </h2>
          <WhatHappensNext />
          <WaitlistTable entries={waiting} leave={setEntryToLeave} />
        </section>
      )}
      <RemovalDialog
        item={entryToLeave}
        title="Leave the waitlist?"
        confirm="Leave"
        text={(each) => (
          <>
            You'll give up your place on the waitlist of <strong>{nameOf(each)}</strong>. If you join again
            later, you'll start at the end.
          </>
        )}
        remove={({ _id }) => request(calls.waitlistEntry(_id), { method: "DELETE" })}
        refresh={refresh}
        removed={(each) => `You've left the waitlist of ${nameOf(each)}`}
        alreadyRemoved={(each) => `The place on the waitlist of ${nameOf(each)} had already ended.`}
        close={() => setEntryToLeave(null)}
        // Receives the focus, because the row that had it is gone; so is the section after the last one.
        onRemoved={() => (heading.current ?? pageHeading())?.focus()}
      />
    </>
  );
}

/** An address that isn't verified gets no e-mail about an offer. */
function WhatHappensNext() {
  const session = useSessionState();
  if (session.status !== "in" || session.user.emailVerified) {
    return <p>When it's your turn, we'll email you and hold the seat for you for a while.</p>;
  }
  return (
    <p>
      When it's your turn, we'll hold the seat for you for a while. Please{" "}
      <Link to={pages.profile}>verify your email address</Link>, so that we can email you then.
    </p>
  );
}

/** Requests the selected classes again when the student gets an offer, or when one ends: an offer is a selection. */
function useRefreshAfterOffers(entries: readonly WaitlistEntry[]): void {
  const refreshSeats = useRefreshSeats();
  const offers = entries.flatMap(({ _id, state }) => (state === "OFFERED" ? [_id] : [])).join();
  const known = useRef("");
  useEffect(() => {
    if (offers === known.current) return;
    known.current = offers;
    void refreshSeats();
  }, [offers, refreshSeats]);
}

interface WaitlistTableProps {
  entries: readonly WaitlistEntry[];
  leave: (entry: WaitlistEntry) => void;
}

function WaitlistTable({ entries, leave }: WaitlistTableProps) {
  const participantText = useParticipantText();
  const hasChildren = entries.some(({ childId }) => childId !== null);
  const columns: Column<WaitlistEntry>[] = [
    {
      heading: "Class",
      cell: ({ classId, nameClass }) => <Link to={pages.class(classId)}>{nameClass}</Link>,
    },
    ...(hasChildren ? [PARTICIPANT] : []),
    { heading: "Your place", cell: ({ position, of }) => `${position} of ${of}`, className: "amount" },
    {
      heading: "Change",
      cell: (entry) => (
        <Button
          size="sm"
          variant="outline-danger"
          aria-label={`Leave the waitlist: ${withParticipant(entry.nameClass, participantText(entry))}`}
          onClick={() => leave(entry)}
        >
          Leave the waitlist
        </Button>
      ),
      className: "col-actions",
    },
  ];
  return <DataTable caption="Waitlists" columns={columns} rows={entries} keyOf={({ _id }) => _id} />;
}

const PARTICIPANT: Column<WaitlistEntry> = { heading: "For", cell: (entry) => childNameOf(entry) ?? "You" };
