import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Selection } from "../classes/api";
import { ClassCard } from "../classes/ClassCard";
import { capitalized, useParticipantText, withParticipant } from "../classes/participants";
import { formatTime } from "../shared/dates";
import { pages } from "../shared/paths";

interface SelectedClassProps {
  selection: Selection;
  eager: boolean;
  onDelete: () => void;
}

/** The card of a selected class, with its price, its available seats, and the buttons to pay and to delete. */
export function SelectedClass({ selection, eager, onDelete }: SelectedClassProps) {
  const { price } = selection;
  const soldOut = selection.seats === 0;
  const participantText = useParticipantText()(selection);
  const name = withParticipant(selection.nameClass, participantText);
  return (
    <ClassCard
      campClass={selection}
      to={pages.class(selection.classId)}
      price={price}
      action={
        <PayButton
          to={pages.payment(selection._id)}
          text={price === 0 ? "Enroll for free" : "Pay"}
          name={name}
          disabled={soldOut}
        />
      }
      more={
        <Button size="sm" variant="outline-danger" aria-label={`Delete: ${name}`} onClick={onDelete}>
          Delete
        </Button>
      }
      badge={soldOut ? <span className="badge text-bg-danger">Sold out</span> : null}
      soldOut={soldOut}
      eager={eager}
    >
      {participantText === null ? null : <p className="mb-1 fw-semibold">{capitalized(participantText)}</p>}
      {soldOut ? null : <p className="mb-2">{seatsText(selection.seats)}</p>}
      <HeldUntil selection={selection} />
    </ClassCard>
  );
}

interface PayButtonProps {
  to: string;
  text: string;
  /** The name of the class, and who takes part. */
  name: string;
  disabled: boolean;
}

function PayButton({ to, text, name, disabled }: PayButtonProps) {
  const label = `${text}: ${name}`;
  if (disabled) {
    return (
      <Button disabled aria-label={`${label} (sold out)`}>
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

function HeldUntil({ selection: { heldUntil } }: { selection: Selection }) {
  if (heldUntil === null || Date.parse(heldUntil) <= Date.now()) return null;
  return (
    <p className="mb-2 fw-semibold text-success">
      We're holding a seat for you until {formatTime(heldUntil)}.
    </p>
  );
}

function seatsText(seats: number): string {
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
