import { useState } from "react";
import Button from "react-bootstrap/Button";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { formatSiteMoment } from "../../shared/siteTime";
import type { ClassWaitlistEntry } from "../waitlistApi";
import { hasOfferDraft, OfferNextDialog } from "./OfferNextDialog";

/** The waitlist of a class: offered seats first, then the waiting participants, in order. Admins can put one of them next. */
export function ClassWaitlist({ entries }: { entries: readonly ClassWaitlistEntry[] }) {
  const [entryToOffer, setEntryToOffer] = useState(() => entries.find(hasOfferDraft) ?? null);
  return (
    <>
      {entries.length === 0 ? <NobodyWaits /> : <EntryTable entries={entries} offer={setEntryToOffer} />}
      <OfferNextDialog
        entry={entryToOffer}
        earlier={entries.filter(
          // A refresh may put the chosen entry next while the dialog is still open.
          ({ _id, state, isNext }) => state === "WAITING" && isNext && _id !== entryToOffer?._id,
        )}
        close={() => setEntryToOffer(null)}
      />
    </>
  );
}

function NobodyWaits() {
  return (
    <EmptyState title="Nobody is waiting">
      <p className="mb-0">Once the class is sold out, families can join its waitlist.</p>
    </EmptyState>
  );
}

interface EntryTableProps {
  entries: readonly ClassWaitlistEntry[];
  offer: (entry: ClassWaitlistEntry) => void;
}

function EntryTable({ entries, offer }: EntryTableProps) {
  const session = useSessionState();
  const isAdmin = session.status === "in" && session.role === "admin";
  const hasChildren = entries.some(({ guardianName }) => guardianName !== null);
  const columns = [
    ...NAME_COLUMNS,
    ...(hasChildren ? [GUARDIAN] : []),
    ...STATE_COLUMNS,
    ...(isAdmin ? [offerColumn(offer)] : []),
  ];
  return (
    <DataTable caption="Waitlist of this class" columns={columns} rows={entries} keyOf={({ _id }) => _id} />
  );
}

const NAME_COLUMNS: readonly Column<ClassWaitlistEntry>[] = [
  { heading: "#", cell: ({ position }) => position ?? "–", className: "amount" },
  { heading: "Name", cell: ({ name }) => name || "No name given" },
];

const GUARDIAN: Column<ClassWaitlistEntry> = {
  heading: "Parent or guardian",
  cell: ({ guardianName }) => (guardianName === null ? "–" : guardianName || "No name given"),
};

const STATE_COLUMNS: readonly Column<ClassWaitlistEntry>[] = [
  { heading: "Email", cell: ({ email }) => <EmailLink address={email} /> },
  { heading: "Joined", cell: ({ joinedAt }) => formatSiteMoment(joinedAt) },
  {
    heading: "Status",
    cell: ({ offeredUntil, isNext }) =>
      offeredUntil === null ? waitingText(isNext) : `Seat offered until ${formatSiteMoment(offeredUntil)}`,
  },
];

function waitingText(isNext: boolean): string {
  return isNext ? "Waiting, put next by an admin" : "Waiting";
}

function offerColumn(offer: (entry: ClassWaitlistEntry) => void): Column<ClassWaitlistEntry> {
  return {
    heading: "Change",
    cell: (entry) =>
      // The first in line gets the next open seat anyway.
      entry.state === "WAITING" && !entry.isNext && entry.position !== 1 ? (
        <Button size="sm" variant="outline-primary" className="text-nowrap" onClick={() => offer(entry)}>
          Offer next<span className="visually-hidden"> to {entry.name || entry.email}</span>
        </Button>
      ) : (
        "–"
      ),
    className: "col-actions",
  };
}
