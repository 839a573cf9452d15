import { useSecondsLeft } from "../../shared/countdown";
import { localTimeOf } from "../../shared/serverTime";
import { formatSiteMoment } from "../../shared/siteTime";
import type { CampClass } from "../api";
import { hasPassed, isOpen } from "../model/opening";
import { type Season, useSeasons } from "../model/seasons";
import { OpeningCountdown } from "./OpeningCountdown";

/** Says when the registration of these classes opens. Renders nothing if it is open for all of them. */
export function OpeningBanner({ classes }: { classes: readonly CampClass[] }) {
  const { data: seasons = [] } = useSeasons();
  const slugs = new Set(classes.flatMap((campClass) => (isOpen(campClass) ? [] : (campClass.season ?? []))));
  const notOpen = seasons.filter(({ slug }) => slugs.has(slug)).reverse();
  if (notOpen.length === 0) return null;
  return (
    <section className="opening-banner" aria-label="Registration">
      {notOpen.map((season) => (
        <p key={season._id}>
          {season.opensAt === null ? (
            <>
              <strong>Registration for {season.name} isn't open yet.</strong> Select classes now. They stay on
              your list until you can pay for them.
            </>
          ) : (
            <OpeningText season={season} opensAt={season.opensAt} />
          )}
        </p>
      ))}
    </section>
  );
}

function OpeningText({ season, opensAt }: { season: Season; opensAt: string }) {
  const { name, returningOpensAt } = season;
  if (useSecondsLeft(localTimeOf(opensAt)) === 0) return <strong>Registration for {name} is open.</strong>;
  return (
    <>
      <strong>
        Registration for {name} opens {formatSiteMoment(opensAt)}
      </strong>
      , in <OpeningCountdown at={opensAt} />.{" "}
      {returningOpensAt === null ? null : returningText(returningOpensAt)}
      Select classes now, and pay then.
    </>
  );
}

function returningText(at: string): string {
  if (hasPassed(at)) return "Returning families can pay already. ";
  return `Returning families: ${formatSiteMoment(at)}. `;
}
