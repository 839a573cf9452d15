import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import type { Obstacle, Offer, Standing } from "../model/offers";
import { isOpenFor } from "../model/opening";
import { childNameOf } from "../model/participants";
import type { WaitlistEntry } from "../waitlistApi";

const HIDDEN_REASONS: Partial<Record<Obstacle, string>> = {
  admin: "Admins can't select classes.",
  instructor: "Instructors can't select classes.",
  full: "This class is sold out.",
  loading: "One moment, please.",
};

interface SelectionReasonProps {
  id: string;
  offer: Offer;
  /** Shows also that the user's role selects no classes. A list says so once. */
  showRole?: boolean;
}

/**
 * Says who has selected or booked the class already or waits for a seat, and explains why the button is disabled.
 * Visually hidden if the page shows the reason elsewhere.
 */
export function SelectionReason({ id, offer, showRole = false }: SelectionReasonProps) {
  const { obstacle, standings } = offer;
  const reason = obstacle ?? (offer.action === "joinWaitlist" ? "full" : null);
  const hidden = reason && HIDDEN_REASONS[reason];
  const isRole = obstacle === "admin" || obstacle === "instructor";
  return (
    <div id={id} className="reason">
      {standings.length > 0 ? (
        <div className="standings">
          {standings.map((standing) => (
            <p key={standing.participant.childId} className="mb-0">
              <StandingText standing={standing} />
            </p>
          ))}
        </div>
      ) : null}
      {obstacle === "noDates" ? (
        <p className="mb-0">This class has no dates right now, so you can't book it.</p>
      ) : null}
      {obstacle === "begun" ? (
        <p className="mb-0">This class has already started, so you can't join it anymore.</p>
      ) : null}
      {hidden ? <p className={showRole && isRole ? "mb-0" : "visually-hidden"}>{hidden}</p> : null}
    </div>
  );
}

function StandingText({ standing }: { standing: Standing }) {
  if (standing.state === "waiting") return <WaitlistPositionText entry={standing.entry} />;
  const name = childNameOf(standing.participant);
  const forName = name === null ? null : <span className="visually-hidden"> for {name}</span>;
  if (standing.state === "enrolled") {
    return (
      <>
        {name === null ? "You're" : `${name} is`} enrolled in this class.{" "}
        <Link to={pages.myEnrolledClass(standing.seat)}>View it{forName}</Link>
      </>
    );
  }
  const { _id, offeredUntil } = standing.selection;
  const isPayable = standing.state === "offered" || isOpenFor(standing.selection);
  return (
    <>
      {standing.state === "offered" && offeredUntil !== null
        ? `A seat is offered to ${name ?? "you"} until ${formatSiteMoment(offeredUntil)}.`
        : `You've selected this class${name === null ? "" : ` for ${name}`}.`}{" "}
      {isPayable ? (
        <Link to={pages.payment(_id)}>Pay now{forName}</Link>
      ) : (
        <Link to={pages.mySelectedClasses}>See when you can pay{forName}</Link>
      )}
    </>
  );
}

/** The position of a participant who waits, with a link to their waitlists. */
export function WaitlistPositionText({ entry }: { entry: WaitlistEntry }) {
  const name = childNameOf(entry);
  return (
    <>
      {name === null ? "You're" : `${name} is`} number {entry.position} on the waitlist.{" "}
      <Link to={pages.mySelectedClasses}>See {name === null ? "your" : `${name}'s`} place</Link>
    </>
  );
}
