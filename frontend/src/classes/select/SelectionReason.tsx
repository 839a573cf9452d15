import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { formatSiteMoment } from "../../shared/siteTime";
import type { WaitlistEntry } from "../waitlist/waitlistApi";
import { childNameOf } from "./participants";
import type { ParticipantStatus, SelectionBlock } from "./useParticipantStatuses";

const HIDDEN_REASONS: Partial<Record<SelectionBlock, string>> = {
  admin: "Admins can't select classes.",
  instructor: "Instructors can't select classes.",
  full: "This class is sold out.",
  loading: "One moment, please.",
};

interface SelectionReasonProps {
  id: string;
  block: SelectionBlock | null;
  statuses: readonly ParticipantStatus[];
  /** The waitlist entries of the user and their children. */
  entries: readonly WaitlistEntry[];
  /** Shows also that the user's role selects no classes. A list says so once. */
  showRole?: boolean;
}

/**
 * Says who has selected or booked the class already or waits for a seat, and explains why the button is disabled.
 * Visually hidden if the page shows the reason elsewhere.
 */
export function SelectionReason({ id, block, statuses, entries, showRole = false }: SelectionReasonProps) {
  const hidden = block === null ? undefined : HIDDEN_REASONS[block];
  const isWaiting = ({ participant }: ParticipantStatus) =>
    entries.some(({ childId }) => childId === participant.childId);
  return (
    <div id={id} className="reason">
      {statuses
        .filter((status) => !isWaiting(status))
        .map((status) => (
          <p key={status.participant.childId} className="mb-1">
            <ParticipantText status={status} />
          </p>
        ))}
      {entries.map((entry) => (
        <p key={entry._id} className="mb-1">
          <WaitlistPositionText entry={entry} />
        </p>
      ))}
      {block === "noDates" ? (
        <p className="mb-0">This class has no dates right now, so you can't book it.</p>
      ) : null}
      {block === "begun" ? (
        <p className="mb-0">This class has already started, so you can't join it anymore.</p>
      ) : null}
      {hidden ? <p className={showRole && isRole(block) ? "mb-0" : "visually-hidden"}>{hidden}</p> : null}
    </div>
  );
}

function ParticipantText({ status }: { status: ParticipantStatus }) {
  const { participant, state, offeredUntil, page } = status;
  const name = childNameOf(participant);
  const whose = name === null ? null : <span className="visually-hidden"> for {name}</span>;
  if (state === "offered" && offeredUntil !== null) {
    return (
      <>
        A seat is offered to {name ?? "you"} until {formatSiteMoment(offeredUntil)}.{" "}
        <Link to={page}>Pay now{whose}</Link>
      </>
    );
  }
  if (state === "selected") {
    return (
      <>
        You've selected this class{name === null ? "" : ` for ${name}`}. <Link to={page}>Pay now{whose}</Link>
      </>
    );
  }
  return (
    <>
      {name === null ? "You're" : `${name} is`} enrolled in this class. <Link to={page}>View it{whose}</Link>
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

function isRole(block: SelectionBlock | null): boolean {
  return block === "admin" || block === "instructor";
}
