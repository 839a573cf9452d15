/** When the registration of a season opens, in words. */
import { formatCalendarDays } from "../../shared/dates";
import { formatSiteMoment } from "../../shared/siteTime";
import { hasPassed } from "./opening";
import type { Season } from "./seasons";

type Openings = Pick<Season, "opensAt" | "returningOpensAt">;

export function daysOf({ startsOn, endsOn }: Season): string {
  return formatCalendarDays(startsOn, endsOn);
}

/** What the office reads about the registration of a season. */
export function registrationText({ opensAt, returningOpensAt }: Openings): string {
  if (opensAt === null) return "Announced. Nobody can book yet, because registration has no opening time.";
  const isOpen = hasPassed(opensAt);
  const text = `Registration ${isOpen ? "opened" : "opens"} ${formatSiteMoment(opensAt)}`;
  if (returningOpensAt === null || isOpen) return `${text}.`;
  return `${text}; for returning families ${formatSiteMoment(returningOpensAt)}.`;
}
