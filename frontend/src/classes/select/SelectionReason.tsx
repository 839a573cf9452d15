import { Fragment } from "react";
import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import type { Obstacle, Offer, Standing } from "../model/offers";
import { isOpenFor } from "../model/opening";
import { childNameOf, namesOf } from "../model/participants";
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
          <EnrolledText standings={standings.filter(isEnrolled)} />
          {standings.map((standing) =>
            isEnrolled(standing) ? null : (
              <p key={standing.participant.childId} className="mb-0">
                <StandingText standing={standing} />
              </p>
            ),
          )}
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

type Enrolled = Extract<Standing, { state: "enrolled" }>;

function isEnrolled(standing: Standing): standing is Enrolled {
  return standing.state === "enrolled";
}

/** `Mia and Tom are enrolled in this class.`, with a link for each of them. */
function EnrolledText({ standings }: { standings: readonly Enrolled[] }) {
  const [only, ...others] = standings;
  if (!only) return null;
  const isUser = only.participant.childId === null;
  const verb = others.length > 0 ? " are" : isUser ? "'re" : " is";
  const names =
    others.length === 0 && isUser ? "You" : namesOf(standings.map(({ participant }) => participant));
  return (
    <p className="mb-0">
      {names}
      {verb} enrolled in this class.{" "}
      {standings.map(({ participant, seat }) => (
        <Fragment key={participant.childId}>
          <Link to={pages.myEnrolledClass(seat)}>
            View it
            <ForName name={childNameOf(participant)} hidden={others.length === 0} />
          </Link>{" "}
        </Fragment>
      ))}
    </p>
  );
}

function ForName({ name, hidden = true }: { name: string | null; hidden?: boolean }) {
  return name === null ? null : <span className={hidden ? "visually-hidden" : ""}> for {name}</span>;
}

function StandingText({ standing }: { standing: Exclude<Standing, Enrolled> }) {
  if (standing.state === "waiting") return <WaitlistPositionText entry={standing.entry} />;
  const name = childNameOf(standing.participant);
  const forName = <ForName name={name} />;
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
