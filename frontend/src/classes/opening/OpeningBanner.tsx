import { useSecondsLeft } from "../../shared/countdown";
import { localTimeOf } from "../../shared/serverTime";
import { formatSiteMoment } from "../../shared/siteTime";
import type { CampClass } from "../api";
import { hasPassed, isOpen } from "../model/opening";
import { type Season, useSeasons } from "../model/seasons";
import { OpeningCountdown } from "./OpeningCountdown";

/** Says in a line when the registration of these classes opens, with the details folded. Renders nothing if it is open for all of them. */
export function OpeningBanner({ classes }: { classes: readonly CampClass[] }) {
  const { data: seasons = [] } = useSeasons();
  const slugs = new Set(classes.flatMap((campClass) => (isOpen(campClass) ? [] : (campClass.season ?? []))));
  const notOpen = seasons.filter(({ slug }) => slugs.has(slug)).reverse();
  if (notOpen.length === 0) return null;
  const [only, ...others] = notOpen;
  return (
    <section className="opening-banner" aria-label="Registration">
      <details>
        <summary>
          <strong>
            {only && others.length === 0 ? (
              <Summary season={only} />
            ) : (
              `Registration opens: ${timesOf(notOpen)}`
            )}
          </strong>
        </summary>
        {notOpen.map((season) => (
          <p key={season._id}>
            <Details season={season} />
          </p>
        ))}
      </details>
    </section>
  );
}

/** `Summer Mon, Mar 1, 9:00 AM; Fall later`. */
function timesOf(seasons: readonly Season[]): string {
  return seasons
    .map(({ name, opensAt }) => `${name} ${opensAt === null ? "later" : formatSiteMoment(opensAt)}`)
    .join("; ");
}

function Summary({ season: { name, opensAt } }: { season: Season }) {
  const isOver = useSecondsLeft(opensAt === null ? Infinity : localTimeOf(opensAt)) === 0;
  if (opensAt === null) return `Registration for ${name} isn't open yet`;
  return isOver
    ? `Registration for ${name} is open`
    : `Registration for ${name} opens ${formatSiteMoment(opensAt)}`;
}

function Details({ season: { name, opensAt, returningOpensAt } }: { season: Season }) {
  if (opensAt === null)
    return `${name}: select classes now. They stay on your list until you can pay for them.`;
  return (
    <>
      {name}: in <OpeningCountdown at={opensAt} />.{" "}
      {returningOpensAt === null ? null : returningText(returningOpensAt)}
      Select classes now, and pay then.
    </>
  );
}

function returningText(at: string): string {
  if (hasPassed(at)) return "Returning families can pay already. ";
  return `Returning families: ${formatSiteMoment(at)}. `;
}
