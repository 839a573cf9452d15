import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Link, Navigate, useParams } from "react-router-dom";
import { config } from "../../shared/config";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { messagesOfSeason } from "../messages/api";
import { MessageDialog } from "../messages/MessageDialog";
import { daysOf, registrationText } from "../model/openingText";
import { NO_SEASON, type Season } from "../model/seasons";
import { useAdminSeasons } from "./api";
import { CopyDialog } from "./CopyDialog";
import { ImportDialog } from "./ImportDialog";
import { SeasonDialog, seasonDraftName } from "./SeasonDialog";
import { SeasonClasses } from "./table/SeasonClasses";
import "./season.scss";

/** The office's page of one season: its days, its registration, and the table of its classes. */
export default function SeasonPage() {
  const { slug } = useParams();
  const { data, error, mutate } = useAdminSeasons();
  const season = useSeasonAt(slug, data);
  if (season && season.slug !== slug) return <Navigate to={pages.season(season.slug)} replace />;
  if (season) return <LoadedPage key={season._id} season={season} seasons={data ?? []} />;
  if (data && slug === NO_SEASON.slug) return <WithoutSeason seasons={data} />;
  if (data) return <NotFoundPage />;
  return (
    <>
      <LoadingHeading title="Season" />
      {error ? <ErrorState error={error} retry={() => mutate()} /> : <RowSkeletons count={10} />}
    </>
  );
}

/** Returns the season with this slug or, after a rename has changed its slug, the season that was shown before. */
function useSeasonAt(slug: string | undefined, seasons: readonly Season[] = []): Season | undefined {
  const [id, setId] = useState<string | null>(null);
  const season = seasons.find((each) => each.slug === slug);
  if (season && season._id !== id) setId(season._id);
  return season ?? seasons.find(({ _id }) => _id === id);
}

interface LoadedPageProps {
  season: Season;
  seasons: readonly Season[];
}

function LoadedPage({ season, seasons }: LoadedPageProps) {
  usePageTitle(season.name);
  return (
    <>
      <BackLink to={pages.seasons}>Seasons</BackLink>
      <PageHeading>{season.name}</PageHeading>
      <p className="mb-3">
        {daysOf(season)}. {registrationText(season)}
      </p>
      <SeasonActions season={season} seasons={seasons} />
      <SeasonClasses season={season} seasons={seasons} />
    </>
  );
}

function WithoutSeason({ seasons }: { seasons: readonly Season[] }) {
  usePageTitle(NO_SEASON.name);
  return (
    <>
      <BackLink to={pages.seasons}>Seasons</BackLink>
      <PageHeading className="mb-3">{NO_SEASON.name}</PageHeading>
      <SeasonClasses season={NO_SEASON} seasons={seasons} />
    </>
  );
}

type OpenDialog = "edit" | "copy" | "import" | "message" | null;

function SeasonActions({ season, seasons }: LoadedPageProps) {
  const [dialog, setDialog] = useState<OpenDialog>(() => (hasDraft(seasonDraftName(season)) ? "edit" : null));
  const close = () => setDialog(null);
  const others = seasons.filter((each) => each !== season);
  return (
    <div className="d-flex flex-wrap gap-2 mb-4">
      <Button variant="outline-primary" onClick={() => setDialog("edit")}>
        Edit season
      </Button>
      {others.length > 0 ? (
        <Button variant="outline-primary" onClick={() => setDialog("copy")}>
          Copy a season
        </Button>
      ) : null}
      <Button variant="outline-primary" onClick={() => setDialog("import")}>
        Import a spreadsheet
      </Button>
      <Button variant="outline-primary" onClick={() => setDialog("message")}>
        Write to families
      </Button>
      <Link className="btn btn-outline-primary" to={pages.addClassTo(season.slug)}>
        Add a class
      </Link>
      {config.care ? (
        <Link className="btn btn-outline-primary" to={pages.seasonPaperwork(season.slug)}>
          Paperwork
        </Link>
      ) : null}
      <SeasonDialog season={season} open={dialog === "edit"} close={close} />
      <CopyDialog season={season} others={others} open={dialog === "copy"} close={close} />
      <ImportDialog season={season} open={dialog === "import"} close={close} />
      <MessageDialog
        to={{ name: season.name, path: messagesOfSeason(season._id), isSeason: true }}
        open={dialog === "message"}
        close={close}
      />
    </div>
  );
}
