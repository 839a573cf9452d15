import Button from "react-bootstrap/Button";
import { Link, useParams } from "react-router-dom";
import { type ApiError, errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { type Column, DataTable } from "../shared/DataTable";
import { formatDateTime } from "../shared/dates";
import { downloadFile } from "../shared/downloadFile";
import { EmailLink } from "../shared/EmailLink";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useUserData } from "../shared/resources";
import { RowSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import type { CampClass } from "./api";
import { ClassNotFound } from "./ClassNotFound";
import { daysText } from "./classFacts";
import { downloadRoster, type RosterEntry } from "./instructorApi";

/** The students of a class, for its instructor. */
export default function RosterPage() {
  const { id = "" } = useParams();
  return (
    <>
      <p className="mb-2 no-print">
        <Link to={pages.myClasses}>Back to My Classes</Link>
      </p>
      <Roster key={id} id={id} />
    </>
  );
}

function Roster({ id }: { id: string }) {
  const campClass = useUserData(calls.myClass(id));
  const { data, error, mutate } = useUserData(calls.roster(id), { dedupingInterval: 0 });
  // Both are shown at once: the name of the class lengthens the heading and would move the table.
  const entries = campClass.data || campClass.error ? data : undefined;
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-center gap-3 mb-4">
        <PageHeading className="mb-0">
          Roster{entries && campClass.data ? `: ${campClass.data.nameClass}` : ""}
        </PageHeading>
        {entries && entries.length > 0 ? (
          <div className="d-flex flex-wrap gap-2 no-print">
            <DownloadButton id={id} />
            <Button variant="outline-secondary" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        ) : null}
      </div>
      {campClass.data ? <PrintedDetails campClass={campClass.data} /> : null}
      {entries ? <RosterTable entries={entries} /> : <RosterFallback error={error} retry={() => mutate()} />}
    </>
  );
}

/** When and where the class takes place; visible only in print. */
function PrintedDetails({ campClass }: { campClass: Pick<CampClass, "firstDay" | "lastDay" | "place"> }) {
  const details = [daysText(campClass), campClass.place].filter(Boolean).join(", ");
  return details === "" ? null : <p className="print-only">{details}</p>;
}

/** Shown until the roster is loaded, or if it cannot be loaded. */
function RosterFallback({ error, retry }: { error: ApiError | undefined; retry: () => Promise<unknown> }) {
  if (!error) return <RowSkeletons />;
  return error.isNotFound ? <ClassNotFound /> : <ErrorState error={error} retry={retry} />;
}

const STATE_LABELS: Record<RosterEntry["state"], string> = { enrolled: "Enrolled", held: "Paying now" };

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
  { heading: "Since", cell: ({ since }) => formatDateTime(since) },
  { heading: "Status", cell: ({ state }) => STATE_LABELS[state] },
];

function RosterTable({ entries }: { entries: RosterEntry[] }) {
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

function DownloadButton({ id }: { id: string }) {
  const toast = useToast();
  const { run, busy } = useAction(
    async () => {
      const { name, content } = await downloadRoster(id);
      downloadFile(name, content);
    },
    (error) => toast(`The roster couldn't be downloaded. ${errorMessage(error)}`, "error"),
  );
  return (
    <BusyButton variant="outline-primary" busy={busy} onClick={() => void run()}>
      Download CSV
    </BusyButton>
  );
}
