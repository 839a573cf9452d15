import { Link, useParams, useSearchParams } from "react-router-dom";
import { type Season, useSeasons } from "../../classes/model/seasons";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { useLackingChildren } from "./api";
import { LackingChildren } from "./LackingChildren";
import { parseLackingSearch } from "./lackingRows";
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
      <LoadingRows error={error} retry={mutate} />
    </>
  );
}

function SeasonPaperwork({ season }: { season: Season }) {
  const [params] = useSearchParams();
  const search = parseLackingSearch(params);
  const children = useLackingChildren(season._id, search);
  if (children.error?.isNotFound) return <NotFoundPage />;
  return (
    <>
      <BackLink to={pages.season(season.slug)}>{season.name}</BackLink>
      <PageHeading>Paperwork for {season.name}</PageHeading>
      <p>
        Children with a seat in a class that isn't over, and what we still need from their families. These are
        the <Link to={pages.agreementTexts}>agreements</Link> that families sign.
      </p>
      <LackingChildren
        season={season}
        found={children}
        filtered={search.text !== "" || search.missing !== ""}
      />
    </>
  );
}
