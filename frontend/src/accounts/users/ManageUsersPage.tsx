import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, useSearchParams } from "react-router-dom";
import { useUserEmail } from "../../shared/api/resources";
import { type PaginatedList, useUserList } from "../../shared/api/userList";
import { CutText } from "../../shared/components/CutText";
import type { Column } from "../../shared/components/DataTable";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { calls, pages, withQuery } from "../../shared/paths";
import { Avatar } from "../../shared/pictures/Avatar";
import { EmptyState } from "../../shared/screens/EmptyState";
import { PageHeading } from "../../shared/screens/Page";
import { PagedTable } from "../../shared/screens/PagedTable";
import type { ListedUser } from "../api";
import { FamiliesInNeed, NEEDS } from "./FamiliesInNeed";
import { ImportFamiliesDialog } from "./ImportFamiliesDialog";
import { InviteFamiliesDialog } from "./InviteFamiliesDialog";
import { RoleButtons } from "./RoleButtons";
import { parseSearch, ROLE_NAMES, UserSearch } from "./UserSearch";
import { useRoleChanges } from "./useRoleChanges";

/** On a phone these are about five screens. */
const PAGE_SIZE = 40;

/** The list in which an admin searches users and assigns roles. */
export default function ManageUsersPage() {
  const [params] = useSearchParams();
  const needs = NEEDS.find((each) => each === params.get("needs"));
  return needs ? <FamiliesInNeed needs={needs} /> : <AllUsers params={params} />;
}

function AllUsers({ params }: { params: URLSearchParams }) {
  const { text, role } = parseSearch(params);
  const users = useUserList((after) => pathOf(text, role, after));
  const filtered = text !== "" || role !== "";
  const [dialog, setDialog] = useState<"import" | "invite" | null>(null);
  const closeDialog = () => setDialog(null);
  return (
    <>
      <PageHeading className="mb-3">Manage Users</PageHeading>
      <div className="d-flex flex-wrap gap-2 mb-4">
        <Button variant="outline-primary" onClick={() => setDialog("import")}>
          Import families
        </Button>
        <Button variant="outline-primary" onClick={() => setDialog("invite")}>
          Invite families
        </Button>
        <ImportFamiliesDialog open={dialog === "import"} close={closeDialog} refresh={users.refresh} />
        <InviteFamiliesDialog open={dialog === "invite"} close={closeDialog} />
      </div>
      <div className="d-flex flex-wrap justify-content-between align-items-end gap-3 mb-4">
        <h2 className="h5 mb-0" aria-live="polite">
          {filtered ? "Users Found" : "Total Users"}
          {users.rows ? (
            <>
              : <span className="amount">{users.total.toLocaleString("en-US")}</span>
            </>
          ) : null}
        </h2>
        <UserSearch />
      </div>
      <Users users={users} query={params.toString()} filtered={filtered} />
    </>
  );
}

function pathOf(q: string, role: string, after: string | null) {
  return withQuery(calls.users, {
    limit: String(PAGE_SIZE),
    ...(q === "" ? null : { q }),
    ...(role === "" ? null : { role }),
    ...(after === null ? null : { after }),
  });
}

interface UsersProps {
  users: PaginatedList<ListedUser>;
  query: string;
  /** Whether a search or a filter is set. */
  filtered: boolean;
}

function Users({ users, query, filtered }: UsersProps) {
  const changes = useRoleChanges(query);
  const myEmail = useUserEmail();
  const actions = (user: ListedUser) =>
    user.email === myEmail ? (
      <span className="mark">You</span>
    ) : (
      <RoleButtons of={user} record={changes.record} refresh={users.refresh} />
    );
  return (
    <PagedTable
      caption="Registered users"
      columns={[...COLUMNS, { heading: "Change role", cell: actions, className: "col-actions" }]}
      list={users}
      rows={users.rows && changes.withChanged(users.rows)}
      keyOf={({ _id }) => _id}
      onPhone="lines"
      className="users-table"
      empty={<NoUsers filtered={filtered} />}
    />
  );
}

function NoUsers({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? "No users match." : "No users yet"}>
      <p className="mb-0">
        {filtered ? "Try a shorter word, or choose all roles." : "New members appear here."}
      </p>
    </EmptyState>
  );
}

const COLUMNS: readonly Column<ListedUser>[] = [
  { heading: "#", cell: (_user, index) => index + 1, className: "amount col-wide" },
  {
    heading: "Image",
    cell: ({ photo, name, email }) => <Avatar photo={photo} name={name || email} />,
    className: "col-avatar",
  },
  {
    heading: "Name",
    cell: ({ _id, name }) => <Link to={pages.family(_id)}>{name || "No name given"}</Link>,
    className: "col-name",
  },
  { heading: "Email", cell: (user) => <Email of={user} />, className: "col-cut col-email" },
  {
    heading: "Phone",
    cell: ({ phone }) => <PhoneLink number={phone} />,
    className: "col-phone text-nowrap",
  },
  {
    heading: "Children",
    cell: ({ children }) => (children.length > 0 ? <CutText text={children.join(", ")} /> : null),
    className: "col-cut col-children",
  },
  { heading: "Role", cell: ({ role }) => ROLE_NAMES[role], className: "col-role text-nowrap" },
];

function Email({ of: { email, emailVerified } }: { of: ListedUser }) {
  return (
    <div className="marked-email d-flex row-gap-1 column-gap-2 align-items-center">
      <CutText text={email} />
      {emailVerified ? null : <span className="mark">Not verified</span>}
    </div>
  );
}
