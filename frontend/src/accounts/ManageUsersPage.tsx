import { useSearchParams } from "react-router-dom";
import { Avatar } from "../shared/Avatar";
import { BusyButton } from "../shared/BusyButton";
import { type Column, DataTable } from "../shared/DataTable";
import { PageHeading } from "../shared/Page";
import { calls } from "../shared/paths";
import { type LongList, useMyList } from "../shared/resources";
import { RowSkeletons } from "../shared/Skeletons";
import { EmptyState, ErrorState } from "../shared/states";
import type { ListedUser } from "./api";
import { PeopleSearch } from "./PeopleSearch";
import { RoleButtons } from "./RoleButtons";

const ROWS = 50;

/** Where an admin finds people and gives them roles. */
export default function ManageUsersPage() {
  const [params] = useSearchParams();
  const q = params.get("q") ?? "";
  const people = useMyList<ListedUser>((after) => pathOf(q, after));
  return (
    <>
      <PageHeading className="mb-3">Manage Users</PageHeading>
      <div className="d-flex flex-wrap justify-content-between align-items-end gap-3 mb-4">
        <h2 className="h5 mb-0" aria-live="polite">
          {q === "" ? "Total Users" : "Users Found"}
          {people.rows ? (
            <>
              : <span className="amount">{people.total.toLocaleString("en-US")}</span>
            </>
          ) : null}
        </h2>
        <PeopleSearch />
      </div>
      <People people={people} q={q} />
    </>
  );
}

function pathOf(q: string, after: string | null): string {
  const query = new URLSearchParams({ limit: String(ROWS) });
  if (q !== "") query.set("q", q);
  if (after !== null) query.set("after", after);
  return `${calls.users}?${query}`;
}

function People({ people, q }: { people: LongList<ListedUser>; q: string }) {
  const { rows, total, error, partly, busy, more, refresh } = people;
  const failure = error && !busy ? <ErrorState error={error} retry={refresh} /> : null;
  if (failure && !partly) return failure;
  if (!rows) return <RowSkeletons count={8} />;
  if (rows.length === 0) return <Nobody q={q} />;
  return (
    <>
      <DataTable
        caption="People with an account"
        columns={columns(refresh)}
        rows={rows}
        keyOf={({ _id }) => _id}
      />
      {failure}
      {rows.length < total && !failure ? (
        <BusyButton variant="outline-primary" busy={busy} onClick={more}>
          Show more ({(total - rows.length).toLocaleString("en-US")})
        </BusyButton>
      ) : null}
    </>
  );
}

function Nobody({ q }: { q: string }) {
  return (
    <EmptyState title={q === "" ? "Nobody has an account yet." : `Nobody is called “${q}”.`}>
      <p className="mb-0">
        {q === "" ? "Who registers stands here." : "Try a shorter part of the name or of the e-mail address."}
      </p>
    </EmptyState>
  );
}

function columns(refresh: () => Promise<unknown>): readonly Column<ListedUser>[] {
  return [
    { heading: "#", cell: (_user, place) => place + 1, className: "amount" },
    {
      heading: "Image",
      cell: ({ photo, name, email }) => <Avatar photo={photo} name={name || email} />,
    },
    { heading: "Name", cell: ({ name }) => name || "No name given" },
    { heading: "Email", cell: (user) => <Email of={user} /> },
    {
      heading: "Role",
      cell: (user) => <RoleButtons of={user} refresh={refresh} />,
      className: "col-actions",
    },
  ];
}

function Email({ of: { email, emailVerified } }: { of: ListedUser }) {
  return (
    <>
      {email}{" "}
      <span className={emailVerified ? "mark mark-good" : "mark"}>
        {emailVerified ? "✓ Verified" : "Not verified"}
      </span>
    </>
  );
}
