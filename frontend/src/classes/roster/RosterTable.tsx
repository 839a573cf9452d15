import Button from "react-bootstrap/Button";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { EmailLink } from "../../shared/components/EmailLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { formatSiteMoment } from "../../shared/siteTime";
import { downloadRoster, type RosterEntry } from "../instructorApi";

const STATE_LABELS: Record<RosterEntry["state"], string> = { enrolled: "Enrolled", held: "Seat held" };

const NAME_COLUMNS: readonly Column<RosterEntry>[] = [
  { heading: "#", cell: (_entry, index) => index + 1, className: "amount" },
  { heading: "Name", cell: ({ name }) => name || "No name given" },
];

/** Only for classes with children; the age of an adult is not known. */
const CHILD_COLUMNS: readonly Column<RosterEntry>[] = [
  {
    heading: "Age",
    cell: ({ age, guardianName }) => age ?? (guardianName === null ? "–" : "Not given"),
    className: "amount",
  },
  {
    heading: "Parent or guardian",
    cell: ({ guardianName }) => (guardianName === null ? "–" : guardianName || "No name given"),
  },
];

const COLUMNS: readonly Column<RosterEntry>[] = [
  { heading: "Email", cell: ({ email }) => <EmailLink address={email} /> },
  { heading: "Since", cell: ({ since }) => formatSiteMoment(since) },
  { heading: "Status", cell: ({ state }) => STATE_LABELS[state], className: "text-nowrap" },
];

/** The students of a class. */
export function RosterTable({ entries }: { entries: RosterEntry[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState title="No students yet">
        <p className="mb-0">Students appear here as soon as they book a seat.</p>
      </EmptyState>
    );
  }
  const hasChildren = entries.some(({ guardianName }) => guardianName !== null);
  const columns = [...NAME_COLUMNS, ...(hasChildren ? CHILD_COLUMNS : []), ...COLUMNS];
  return (
    <DataTable caption="Students in this class" columns={columns} rows={entries} keyOf={({ _id }) => _id} />
  );
}

/** The buttons that download and print the students of a class. */
export function RosterButtons({ id }: { id: string }) {
  return (
    <div className="d-flex flex-wrap gap-2">
      <DownloadButton download={() => downloadRoster(id)} failure="The roster couldn't be downloaded.">
        Download CSV
      </DownloadButton>
      <Button variant="outline-secondary" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
