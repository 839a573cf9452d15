import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { ClassCard } from "../../classes/card/ClassCard";
import { openSeats } from "../../classes/model/facts";
import { isOffered } from "../../classes/model/offers";
import { opensText } from "../../classes/model/opening";
import { capitalized, useParticipantText, withParticipant } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { formatSiteMoment, formatSiteTimeWithZone } from "../../shared/siteTime";
import { OfferTime } from "./OfferTime";
import { canDecline, isHeld, isReserved, type UnpayableReason, unpayableReason } from "./selections";

interface SelectedClassCardProps {
  selection: Selection;
  eager: boolean;
  /** The check box that adds the selection to the payment. */
  choice: ReactNode;
  onDelete: () => void;
}

/**
 * The card of a selected class, with its price, its available seats, and the buttons to pay and to remove; of a seat that
 * is offered from the waitlist, with the time left and the buttons to pay and to decline; of a seat that the office has
 * reserved, with the end of the reservation.
 */
export function SelectedClassCard({ selection, eager, choice, onDelete }: SelectedClassCardProps) {
  const { priceNow } = selection;
  const reason = unpayableReason(selection);
  const soldOut = reason === "sold out";
  const participantText = useParticipantText()(selection);
  const name = withParticipant(selection.nameClass, participantText);
  return (
    <ClassCard
      campClass={selection}
      to={pages.class(selection.classId)}
      price={priceNow}
      listPrice={selection.listPrice ?? selection.price}
      action={
        <PayButton
          to={pages.payment(selection._id)}
          text={priceNow === 0 ? "Enroll for free" : "Pay"}
          name={name}
          reason={reason}
        />
      }
      more={
        <>
          {choice}
          <RemoveButton selection={selection} name={name} onClick={onDelete} />
        </>
      }
      badge={<Badge selection={selection} soldOut={soldOut} />}
      soldOut={soldOut}
      eager={eager}
    >
      {participantText === null ? null : <p className="mb-1 fw-semibold">{capitalized(participantText)}</p>}
      <Availability selection={selection} />
    </ClassCard>
  );
}

interface PayButtonProps {
  to: string;
  text: string;
  /** The name of the class, and who takes part. */
  name: string;
  /** Why the user cannot pay; null if they can. */
  reason: string | null;
}

function PayButton({ to, text, name, reason }: PayButtonProps) {
  const label = `${text}: ${name}`;
  if (reason !== null) {
    return (
      <Button disabled aria-label={`${label} (${reason})`}>
        {text}
      </Button>
    );
  }
  return (
    <Link className="btn btn-primary" to={to} aria-label={label}>
      {text}
    </Link>
  );
}

interface RemoveButtonProps {
  selection: Selection;
  /** The name of the class, and who takes part. */
  name: string;
  onClick: () => void;
}

function RemoveButton({ selection, name, onClick }: RemoveButtonProps) {
  const declines = canDecline(selection);
  const label = declines ? `Decline: ${name}` : `Remove (Delete): ${name}`;
  return (
    <Button size="sm" variant="outline-danger" aria-label={label} onClick={onClick}>
      {declines ? "Decline" : "Remove"}
    </Button>
  );
}

function Badge({ selection, soldOut }: { selection: Selection; soldOut: boolean }) {
  if (isOffered(selection)) return <span className="badge text-bg-success">Offered to you</span>;
  if (isReserved(selection)) return <span className="badge text-bg-success">Reserved for you</span>;
  return soldOut ? <span className="badge text-bg-danger">Sold out</span> : null;
}

/** Whether there is a seat for the participant, and until when it is held. */
function Availability({ selection }: { selection: Selection }) {
  if (isOffered(selection)) return <OfferTime selection={selection} />;
  if (isReserved(selection)) {
    return (
      <p className="mb-2 fw-semibold text-success">
        Reserved for you until {formatSiteMoment(selection.reservedUntil)}.
      </p>
    );
  }
  const reason = unpayableReason(selection);
  if (reason !== null) return <ReasonText selection={selection} reason={reason} />;
  return (
    <>
      {selection.offeredUntil === null ? <p className="mb-2">{seatsText(openSeats(selection))}</p> : null}
      <HeldUntil selection={selection} />
    </>
  );
}

interface ReasonTextProps {
  selection: Selection;
  reason: UnpayableReason;
}

function ReasonText({ selection: { classId, opensForMe }, reason }: ReasonTextProps) {
  if (reason === "not open yet") return <p className="mb-2 fw-semibold">{opensText(opensForMe)}</p>;
  if (reason === "no dates")
    return <p className="mb-2">This class has no dates right now, so you can't book it.</p>;
  if (reason === "already started")
    return <p className="mb-2">This class has already started, so you can't join it anymore.</p>;
  const text = reason === "sold out" ? "No seats are left" : "This offer has ended";
  return (
    <p className="mb-2">
      {text}. You can <Link to={pages.class(classId)}>join the waitlist</Link>.
    </p>
  );
}

function HeldUntil({ selection }: { selection: Selection }) {
  if (!isHeld(selection)) return null;
  return (
    <p className="mb-2 fw-semibold text-success">
      We're holding a seat for you until {formatSiteTimeWithZone(selection.heldUntil)}.
    </p>
  );
}

function seatsText(seats: number): string {
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
