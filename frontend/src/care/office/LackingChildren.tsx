import { useState } from "react";
import Button from "react-bootstrap/Button";
import { isPaper } from "../../accounts/children/paperwork";
import type { Season } from "../../classes/model/seasons";
import { FRESH, useUserData } from "../../shared/api/resources";
import type { PaginatedList } from "../../shared/api/userList";
import type { Column } from "../../shared/components/DataTable";
import { EmailLink } from "../../shared/components/EmailLink";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { FilterSearch, FilterSelect } from "../../shared/forms/Filters";
import { useSearchState } from "../../shared/hooks/useSearchState";
import { counted } from "../../shared/intl";
import { path } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { PagedTable } from "../../shared/screens/PagedTable";
import { type LackingChild, parseLackingSearch, partName, writeLackingSearch } from "./lackingRows";
import { RemindDialog } from "./RemindDialog";
import { SeenDialog, type Unseen } from "./SeenDialog";

interface LackingChildrenProps {
  season: Season;
  found: PaginatedList<LackingChild>;
  /** Whether the list has only a part of the children. */
  filtered: boolean;
}

/** The children who lack paperwork, with what the office can do about it. */
export function LackingChildren({ season, found, filtered }: LackingChildrenProps) {
  const [isAsking, setAsking] = useState(false);
  const { rows, total, isLoading } = found;
  if (rows?.length === 0 && !filtered && !isLoading) return <EmptyState title="Nobody lacks anything" />;
  return (
    <>
      <Filters />
      <div className="d-flex flex-wrap align-items-center gap-3 mb-3">
        <p role="status" className="mb-0 me-auto">
          {rows ? counted(total, "child", "children") : ""}
        </p>
        <Button onClick={() => setAsking(true)}>Remind all families</Button>
      </div>
      <ChildTable found={found} />
      <RemindDialog season={season} open={isAsking} close={() => setAsking(false)} />
    </>
  );
}

function ChildTable({ found }: { found: PaginatedList<LackingChild> }) {
  const [unseen, setUnseen] = useState<Unseen | null>(null);
  return (
    <>
      <PagedTable
        caption="Children who lack paperwork"
        columns={columnsOf(setUnseen)}
        list={found}
        keyOf={({ childId }) => childId}
        empty={<EmptyState title="No children match." />}
      />
      <SeenDialog unseen={unseen} close={() => setUnseen(null)} refresh={found.refresh} />
    </>
  );
}

function Filters() {
  const [search, change] = useSearchState(parseLackingSearch, writeLackingSearch);
  const { data: school } = useUserData(path("/school"), FRESH);
  const parts = [...(school?.requires ?? []), "agreements"];
  return (
    <form className="filter-line" aria-label="Find children" onSubmit={(event) => event.preventDefault()}>
      <FilterSearch
        label="Search by child, guardian or email"
        value={search.text}
        onChange={(text) => change({ text })}
      />
      <FilterSelect
        label="Missing"
        any="Anything"
        options={parts.map((part) => [part, partName(part)])}
        value={search.missing}
        onChange={(missing) => change({ missing })}
      />
      <FilterSelect
        label="Sort by"
        any="Name"
        options={[["missing", "Most missing"]]}
        value={search.order}
        onChange={(order) => change({ order })}
      />
    </form>
  );
}

function columnsOf(onSeen: (unseen: Unseen) => void): Column<LackingChild>[] {
  return [
    { heading: "Child", cell: ({ name }) => <strong className="text-break">{name}</strong> },
    {
      heading: "Parent or guardian",
      cell: ({ guardianName, phone, email }) => (
        <>
          {guardianName}
          <br />
          {phone ? <PhoneLink number={phone} /> : "No phone number"}
          <br />
          {email ? <EmailLink address={email} /> : "No email address"}
        </>
      ),
    },
    { heading: "Classes", cell: ({ classes }) => classes.map(({ nameClass }) => nameClass).join(", ") },
    {
      heading: "Missing",
      cell: (child) => <MissingParts child={child} onSeen={onSeen} />,
    },
  ];
}

function MissingParts({ child, onSeen }: { child: LackingChild; onSeen: (unseen: Unseen) => void }) {
  return (
    <>
      {child.missing
        .filter((part) => !isPaper(part))
        .map(partName)
        .join(", ")}
      {child.missing.filter(isPaper).map((part) => (
        <div key={part}>
          {partName(part)}{" "}
          <Button variant="outline-secondary" size="sm" onClick={() => onSeen({ child, part })}>
            Seen
            <span className="visually-hidden">
              {" "}
              {partName(part)} of {child.name}
            </span>
          </Button>
        </div>
      ))}
    </>
  );
}
