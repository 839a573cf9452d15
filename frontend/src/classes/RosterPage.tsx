import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { type ApiError, explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { type Column, DataTable } from "../shared/DataTable";
import { momentOf } from "../shared/dates";
import { EmailLink } from "../shared/EmailLink";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useMine } from "../shared/resources";
import { RowSkeletons } from "../shared/Skeletons";
import { saveFile } from "../shared/saveFile";
import { EmptyState, ErrorState } from "../shared/states";
import { useSay } from "../shared/Toasts";
import type { ReviewedClass } from "./approval";
import { NoSuchClass } from "./NoSuchClass";
import { rosterFile, type Seat } from "./offering";

/** Who takes part in one of the instructor's classes. */
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
  const camp = useMine<ReviewedClass>(calls.myClass(id));
  const { data, error, mutate } = useMine<Seat[]>(calls.roster(id), { dedupingInterval: 0 });
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-center gap-3 mb-4">
        <PageHeading className="mb-0">Roster{camp.data ? `: ${camp.data.nameClass}` : ""}</PageHeading>
        {data && data.length > 0 ? <Download id={id} /> : null}
      </div>
      {data ? <Seats seats={data} /> : <NoSeats error={error} retry={() => mutate()} />}
    </>
  );
}

function NoSeats({ error, retry }: { error: ApiError | undefined; retry: () => Promise<unknown> }) {
  if (!error) return <RowSkeletons />;
  return error.status === 404 ? <NoSuchClass /> : <ErrorState error={error} retry={retry} />;
}

const STATES: Record<Seat["state"], string> = { enrolled: "Enrolled", held: "Paying just now" };

const COLUMNS: readonly Column<Seat>[] = [
  { heading: "#", cell: (_seat, place) => place + 1, className: "amount" },
  { heading: "Name", cell: ({ name }) => name || "No name given" },
  { heading: "Email", cell: ({ email }) => <EmailLink address={email} /> },
  { heading: "Since", cell: ({ since }) => momentOf(since) },
  { heading: "State", cell: ({ state }) => STATES[state] },
];

function Seats({ seats }: { seats: Seat[] }) {
  if (seats.length === 0) {
    return (
      <EmptyState title="Nobody takes part in this class yet.">
        <p className="mb-0">Once the class is approved, whoever takes a place in it stands here.</p>
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Who takes part in the class"
      columns={COLUMNS}
      rows={seats}
      keyOf={({ _id }) => _id}
    />
  );
}

function Download({ id }: { id: string }) {
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { name, content } = await rosterFile(id);
      saveFile(name, content);
    } catch (error) {
      say(`The roster was not downloaded. ${explain(error)}`, "error");
    }
    setBusy(false);
  };
  return (
    <BusyButton variant="outline-primary" busy={busy} onClick={() => void download()}>
      Download CSV
    </BusyButton>
  );
}
