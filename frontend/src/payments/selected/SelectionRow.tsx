import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { openSeats } from "../../classes/model/facts";
import { isOffered } from "../../classes/model/offers";
import { opensText } from "../../classes/model/opening";
import { capitalized, useParticipantText, withParticipant } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { formatSiteMoment, formatSiteTimeWithZone } from "../../shared/siteTime";
import { OfferTime } from "./OfferTime";
import { clashesIdOf, PurchaseRow } from "./PurchaseRow";
import { canDecline, isHeld, isReserved, type UnpayableReason, unpayableReason } from "./selections";
import type { Choice } from "./useChoice";

interface SelectionRowProps {
  selection: Selection;
  /** The rows above this one. */
  above: readonly Selection[];
  eager: boolean;
  choice: Choice;
  onDelete: () => void;
}

/**
 * A row of the basket: what the seat costs, and whether there is one; a check box if it can be paid for, and the actions of
 * the row: to pay for it alone, and to remove or decline it.
 */
export function SelectionRow({ selection, above, eager, choice, onDelete }: SelectionRowProps) {
  const participantText = useParticipantText()(selection);
  const name = withParticipant(selection.nameClass, participantText);
  const reason = unpayableReason(selection);
  return (
    <div className="selection">
      <ChooseSelection selection={selection} name={name} choice={choice} />
      <PurchaseRow
        seats={[selection]}
        participants={participantText && capitalized(participantText)}
        to={pages.class(selection.classId)}
        eager={eager}
        above={above}
      >
        <Availability selection={selection} reason={reason} />
        <div className="d-flex gap-2 mt-2">
          <PayButton selection={selection} name={name} reason={reason} />
          <RemoveButton selection={selection} name={name} onClick={onDelete} />
        </div>
      </PurchaseRow>
    </div>
  );
}

interface NamedProps {
  selection: Selection;
  /** The name of the class, and who takes part. */
  name: string;
}

function ChooseSelection({ selection, name, choice }: NamedProps & { choice: Choice }) {
  const { payable, chosen, isFull } = choice;
  const checked = chosen.includes(selection);
  if (payable.length < 2) return null;
  // Keeps the rows in line.
  if (!payable.includes(selection)) return <span className="selection-choice" />;
  return (
    <label className="selection-choice">
      <input
        type="checkbox"
        className="form-check-input"
        aria-label={`Pay for ${name}`}
        aria-describedby={clashesIdOf(selection)}
        checked={checked}
        disabled={isFull && !checked}
        onChange={() => choice.toggle(selection)}
      />
    </label>
  );
}

function PayButton({ selection, name, reason }: NamedProps & { reason: UnpayableReason | null }) {
  const text = selection.priceNow === 0 ? "Enroll for free" : "Pay";
  const label = `${text}: ${name}`;
  if (reason !== null) {
    return (
      <Button size="sm" variant="outline-primary" disabled aria-label={`${label} (${reason})`}>
        {text}
      </Button>
    );
  }
  return (
    <Link className="btn btn-sm btn-outline-primary" to={pages.payment(selection._id)} aria-label={label}>
      {text}
    </Link>
  );
}

function RemoveButton({ selection, name, onClick }: NamedProps & { onClick: () => void }) {
  const declines = canDecline(selection);
  const label = declines ? `Decline: ${name}` : `Remove (Delete): ${name}`;
  return (
    <Button size="sm" variant="outline-danger" aria-label={label} onClick={onClick}>
      {declines ? "Decline" : "Remove"}
    </Button>
  );
}

interface AvailabilityProps {
  selection: Selection;
  reason: UnpayableReason | null;
}

/** Whether there is a seat for the participant, and until when it is held. */
function Availability({ selection, reason }: AvailabilityProps) {
  if (isOffered(selection)) return <OfferTime selection={selection} />;
  if (isReserved(selection))
    return <Held>Reserved for you until {formatSiteMoment(selection.reservedUntil)}.</Held>;
  if (reason !== null) return <ReasonText selection={selection} reason={reason} />;
  if (isHeld(selection))
    return <Held>We're holding a seat for you until {formatSiteTimeWithZone(selection.heldUntil)}.</Held>;
  const seats = openSeats(selection);
  return <p className="mb-0">{seats === 1 ? "1 seat available" : `${seats} seats available`}</p>;
}

function Held({ children }: { children: ReactNode }) {
  return <p className="mb-0 fw-semibold text-success">{children}</p>;
}

function ReasonText({
  selection: { classId, opensForMe },
  reason,
}: {
  selection: Selection;
  reason: UnpayableReason;
}) {
  if (reason === "not open yet") return <p className="mb-0 fw-semibold">{opensText(opensForMe)}</p>;
  if (reason === "no dates")
    return <p className="mb-0">This class has no dates right now, so you can't book it.</p>;
  if (reason === "already started")
    return <p className="mb-0">This class has already started, so you can't join it anymore.</p>;
  const text = reason === "sold out" ? "Sold out" : "This offer has ended";
  return (
    <p className="mb-0">
      <strong>{text}.</strong> You can <Link to={pages.class(classId)}>join the waitlist</Link>.
    </p>
  );
}
