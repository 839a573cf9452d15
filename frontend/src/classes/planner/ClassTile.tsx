import { useId } from "react";
import { Link } from "react-router-dom";
import { formatClockTimes, formatWeekdays } from "../../shared/dates";
import { formatPrice } from "../../shared/money";
import { pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { PictureLink } from "../../shared/pictures/PictureLink";
import { type CampClass, useClashes } from "../api";
import { openSeats, seatsText, takesWaitlist } from "../model/facts";
import type { Family } from "../model/offers";
import type { FamilyMember } from "../model/participants";
import { weekdaysIn } from "./planWeeks";
import { tileStateOf } from "./tileState";

interface ClassTileProps {
  campClass: CampClass;
  family: Family;
  /** The child that the family looks at; null for all. */
  chosen: FamilyMember | null;
  /** The week of the tile; null for a class without lessons. */
  monday: string | null;
}

/** A class in one week of the planner. */
export function ClassTile({ campClass, family, chosen, monday }: ClassTileProps) {
  const id = useId();
  const to = pages.class(campClass._id);
  const { marks, reason, clashes } = tileStateOf(campClass, family, chosen, useClashes());
  return (
    <article
      aria-labelledby={id}
      className={`planner-tile ${marks.length > 0 ? "planner-own" : ""} ${reason ? "planner-faded" : ""}`}
    >
      <PictureLink to={to}>
        <Picture src={campClass.image} alt="" ratio="5 / 2" sizes="(min-width: 768px) 240px, 320px" />
      </PictureLink>
      <div className="planner-text">
        <h3 id={id}>
          <Link to={to}>{campClass.nameClass}</Link>
        </h3>
        {monday === null ? null : <p>{timesText(campClass, monday)}</p>}
        <p className="fact-line">
          <strong className="amount">{formatPrice(campClass.priceNow)}</strong>{" "}
          <span>
            {seatsText(campClass)}
            {openSeats(campClass) === 0 && takesWaitlist(campClass) ? ", waitlist open" : ""}
          </span>
        </p>
        {marks.map((mark) => (
          <p key={mark} className="fw-semibold">
            <span aria-hidden="true">✓</span> {mark}
          </p>
        ))}
        {reason ? <p className="fst-italic">{reason}</p> : null}
        {clashes.map((clash) => (
          <p key={clash} className="planner-clash">
            {clash}
          </p>
        ))}
      </div>
    </article>
  );
}

/** `Mon – Fri, 9:00 AM – 12:00 PM`. */
function timesText(campClass: CampClass, monday: string): string {
  const days = formatWeekdays(weekdaysIn(campClass, monday));
  return `${days}, ${formatClockTimes(campClass.earliestTime ?? "", campClass.latestTime ?? "")}`;
}
