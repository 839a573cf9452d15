import { Link, useParams } from "react-router-dom";
import { type Season, useSeasons } from "../../classes/model/seasons";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { useLackingChildren } from "./api";
import { LackingChildren } from "./LackingChildren";
import "../care.scss";

/** Who lacks which paperwork for a season. */
export default function SeasonPaperworkPage() {
  const { slug } = useParams();
  const { data, error, mutate } = useSeasons();
  const season = data?.find((each) => each.slug === slug);
  if (season) return <SeasonPaperwork season={season} />;
  if (data) return <NotFoundPage />;
  return (
    <>
      <PageHeading>Paperwork</PageHeading>
      {error ? <ErrorState error={error} retry={() => mutate()} /> : <RowSkeletons />}
    </>
  );
}

function SeasonPaperwork({ season }: { season: Season }) {
  const { data, error, mutate } = useLackingChildren(season._id);
  if (error?.isNotFound) return <NotFoundPage />;
  return (
    <>
      <BackLink to={pages.season(season.slug)}>{season.name}</BackLink>
      <PageHeading>Paperwork for {season.name}</PageHeading>
      <p>
        Children with a seat in a class that isn't over, and what we still need from their families. These are
        the <Link to={pages.agreementTexts}>agreements</Link> that families sign.
      </p>
      {!data && !error ? <RowSkeletons count={8} /> : null}
      {error && !data ? <ErrorState error={error} retry={() => mutate()} /> : null}
      {data ? <LackingChildren season={season} rows={data} /> : null}
    </>
  );
}
