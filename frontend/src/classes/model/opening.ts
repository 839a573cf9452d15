/** When the registration of a class opens, by the server's clock. */
import { useIsPast } from "../../shared/hooks/useIsPast";
import { localTimeOf, serverNow } from "../../shared/serverTime";
import { formatSiteMoment } from "../../shared/siteTime";
import type { CampClass, Selection } from "../api";

export type Opening = Pick<CampClass, "season" | "opensAt" | "returningOpensAt">;

/** Whether everybody can book the class: it belongs to no season, or the registration of its season has opened. */
export function isOpen({ season, opensAt }: Pick<Opening, "season" | "opensAt">): boolean {
  return season === null || hasPassed(opensAt);
}

/** `isOpen`; rerenders the component when registration opens. */
export function useIsOpen(campClass: Pick<Opening, "season" | "opensAt">): boolean {
  const open = isOpen(campClass);
  useIsPast(open || campClass.opensAt === null ? null : localTimeOf(campClass.opensAt));
  return open;
}

/** Whether registration is open for the account that has selected the class. */
export function isOpenFor({ season, opensAt, opensForMe }: Selection): boolean {
  return opensForMe === null ? season === null || opensAt !== null : hasPassed(opensForMe);
}

export function hasPassed(time: string | null): boolean {
  return time !== null && Date.parse(time) <= serverNow();
}

/** Says when registration will open: `Opens Sat, Jan 9, 9:00 AM`. */
export function opensText(opensAt: string | null): string {
  return opensAt === null ? "Registration isn't open yet" : `Opens ${formatSiteMoment(opensAt)}`;
}
