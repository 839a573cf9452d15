import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { daysOf, registrationText } from "../model/openingText";
import { NO_SEASON, type Season } from "../model/seasons";
import { useAdminSeasons } from "./api";
import { SeasonDialog, seasonDraftName } from "./SeasonDialog";

/** The page on which an admin plans seasons. */
export default function SeasonsPage() {
  const [isNew, setNew] = useState(() => hasDraft(seasonDraftName(null)));
  return (
    <>
      <div className="d-flex flex-wrap justify-content-between align-items-start gap-2 mb-3">
        <PageHeading>Seasons</PageHeading>
        <Button onClick={() => setNew(true)}>New season</Button>
      </div>
      <Seasons />
      <SeasonDialog season={null} open={isNew} close={() => setNew(false)} />
    </>
  );
}

function Seasons() {
  const { data, error, mutate } = useAdminSeasons();
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons count={3} />;
  return (
    <>
      {data.length > 0 ? (
        <DataTable caption="Seasons" columns={COLUMNS} rows={data} keyOf={({ _id }) => _id} />
      ) : (
        <EmptyState title="No seasons yet">
          <p className="mb-0">
            A season groups the classes of a summer and says when families can book them. Add one, then copy
            last year's classes into it or import a spreadsheet.
          </p>
        </EmptyState>
      )}
      <p className="mt-3">
        <Link to={pages.season(NO_SEASON.slug)}>{NO_SEASON.name}</Link>
      </p>
    </>
  );
}

const COLUMNS: readonly Column<Season>[] = [
  { heading: "Season", cell: ({ slug, name }) => <Link to={pages.season(slug)}>{name}</Link> },
  { heading: "Days", cell: daysOf },
  { heading: "Registration", cell: registrationText },
  { heading: "Change", cell: (season) => <EditButton season={season} />, className: "col-actions" },
];

function EditButton({ season }: { season: Season }) {
  const [open, setOpen] = useState(() => hasDraft(seasonDraftName(season)));
  return (
    <>
      <Button size="sm" variant="outline-secondary" onClick={() => setOpen(true)}>
        Edit<span className="visually-hidden"> {season.name}</span>
      </Button>
      <SeasonDialog season={season} open={open} close={() => setOpen(false)} />
    </>
  );
}
