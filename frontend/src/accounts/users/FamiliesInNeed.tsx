import { Link } from "react-router-dom";
import type { Row } from "../../shared/api/types";
import { useUserList } from "../../shared/api/userList";
import type { Column } from "../../shared/components/DataTable";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { pages, path, withQuery } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { EmptyState } from "../../shared/screens/EmptyState";
import { PageHeading } from "../../shared/screens/Page";
import { PagedTable } from "../../shared/screens/PagedTable";

/** The kinds of need that lead to families. */
export const NEEDS = ["paperwork", "offer"] as const;

/** On a phone these are less than five screens. */
const PAGE_SIZE = "24";

type Need = (typeof NEEDS)[number];
type Family = Row<"/families">;

const TITLES: Record<Need, string> = {
  paperwork: "Families whose paperwork is due this week",
  offer: "Families to call: a seat is offered to them",
};

/** The families behind a line of the dashboard, with the children that it is about. */
export function FamiliesInNeed({ needs }: { needs: Need }) {
  const list = useUserList((after) =>
    withQuery(path("/families"), { needs, limit: PAGE_SIZE, ...(after === null ? null : { after }) }),
  );
  return (
    <>
      <BackLink to={pages.allUsers}>Manage Users</BackLink>
      <PageHeading className="mb-3">{TITLES[needs]}</PageHeading>
      <PagedTable
        caption={TITLES[needs]}
        columns={COLUMNS}
        list={list}
        keyOf={({ _id }) => _id}
        empty={<EmptyState title="No family is waiting." />}
      />
    </>
  );
}

const COLUMNS: readonly Column<Family>[] = [
  {
    heading: "Family",
    cell: ({ _id, name, email }) => <Link to={pages.family(_id)}>{name || email}</Link>,
  },
  { heading: "Children", cell: ({ children }) => children.map(({ name }) => name).join(", ") },
  { heading: "Phone", cell: ({ phone }) => <PhoneLink number={phone} /> },
  { heading: "Email", cell: ({ email }) => email },
];
