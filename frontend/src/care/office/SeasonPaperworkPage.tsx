import { Link, useParams, useSearchParams } from "react-router-dom";
import { type Season, useSeasons } from "../../classes/model/seasons";
import { useUserList } from "../../shared/api/userList";
import { pages, path, withQuery } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { LackingChildren } from "./LackingChildren";
import { type LackingSearch, parseLackingSearch, writeLackingSearch } from "./lackingRows";
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

/** On a phone the first page is less than five screens. */
const FIRST_PAGE = "12";
const PAGE_SIZE = "50";

/** The children with a seat ahead in the season who lack paperwork and match the search. */
function useLackingChildren(seasonId: string, search: LackingSearch) {
  const query = Object.fromEntries(writeLackingSearch(search, new URLSearchParams({ limit: FIRST_PAGE })));
  return useUserList((after) =>
    withQuery(
      path("/seasons/{id}/paperwork", seasonId),
      after === null ? query : { ...query, limit: PAGE_SIZE, after },
    ),
  );
}
