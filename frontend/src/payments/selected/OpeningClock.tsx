import { useState } from "react";
import type { Selection } from "../../classes/api";
import { OpeningCountdown } from "../../classes/opening/OpeningCountdown";
import { formatMoney } from "../../shared/money";
import { formatSiteMoment } from "../../shared/siteTime";
import { MAX_SEATS, nextOpeningOf, seatCount, totalOf, unpayableReason } from "./selections";

/** Counts down to the next time at which the account can pay for more of its selections. */
export function OpeningClock({ selections }: { selections: readonly Selection[] }) {
  const at = nextOpeningOf(selections);
  const [hasWaited, setWaited] = useState(false);
  if (at !== null && !hasWaited) setWaited(true);
  const isAnnounced = selections.some((selection) => unpayableReason(selection) === "not open yet");
  return (
    <>
      {at === null ? null : (
        <Opening at={at} selections={selections.filter(({ opensForMe }) => opensForMe === at)} />
      )}
      {at === null && isAnnounced ? (
        <p className="opening-banner">
          Registration isn't open yet. Your classes stay on this list, and you'll see here when you can pay
          for them.
        </p>
      ) : null}
      <p role="status" className="visually-hidden">
        {hasWaited && at === null ? "Registration is open. You can pay now." : ""}
      </p>
    </>
  );
}

interface OpeningProps {
  at: string;
  /** The selections that open at this time. */
  selections: readonly Selection[];
}

function Opening({ at, selections }: OpeningProps) {
  const { length } = selections;
  const sum = formatMoney(totalOf(selections));
  return (
    <div className="opening-banner">
      <p className="mb-1">
        <strong>Registration opens for you {formatSiteMoment(at)}</strong>, in <OpeningCountdown at={at} />.
      </p>
      <p className="mb-0">
        {length === 1
          ? "Then you can pay for your seat right here."
          : `Then one button pays for ${payableText(length)}: ${sum}.`}{" "}
        Selecting a class doesn't hold a seat, so come back in time.
      </p>
    </div>
  );
}

function payableText(count: number): string {
  if (count === 2) return "both seats";
  return count > MAX_SEATS ? `up to ${MAX_SEATS} of your seats` : `all ${seatCount(count)}`;
}
