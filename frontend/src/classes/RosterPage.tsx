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
import { ClassNotFound } from "./ClassNotFound";
import { downloadRoster, type RosterEntry } from "./instructorApi";

/** The students of a class, for its instructor. */
export default function RosterPage() {
  const { id = "" } = useParams();
  return (
    <>
      <p className="mb-2">
        <Link to={pages.myClasses}>Back to My Classes</Link>
      </p>
      <Roster key={id} id={id} />
    </>
  );
}

function Roster({ id }: { id: string }) {
  const campClass = useUserData(calls.myClass(id));
  const { data, error, mutate } = useUserData(calls.roster(id), { dedupingInterval: 0 });
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-center gap-3 mb-4">
        <PageHeading className="mb-0">
          Roster{campClass.data ? `: ${campClass.data.nameClass}` : ""}
        </PageHeading>
        {data && data.length > 0 ? <DownloadButton id={id} /> : null}
      </div>
      {data ? <RosterTable entries={data} /> : <RosterFallback error={error} retry={() => mutate()} />}
    </>
  );
}

/** Shown until the roster is loaded, or if it cannot be loaded. */
function RosterFallback({ error, retry }: { error: ApiError | undefined; retry: () => Promise<unknown> }) {
  if (!error) return <RowSkeletons />;
  return error.isNotFound ? <ClassNotFound /> : <ErrorState error={error} retry={retry} />;
}

const STATE_LABELS: Record<RosterEntry["state"], string> = { enrolled: "Enrolled", held: "Paying now" };

const COLUMNS: readonly Column<RosterEntry>[] = [
  { heading: "#", cell: (_entry, index) => index + 1, className: "amount" },
  { heading: "Name", cell: ({ name }) => name || "No name given" },
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
  return (
    <DataTable caption="Students in this class" columns={COLUMNS} rows={entries} keyOf={({ _id }) => _id} />
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
