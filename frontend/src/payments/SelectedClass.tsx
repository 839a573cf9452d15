import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Selection } from "../classes/api";
import { ClassCard } from "../classes/ClassCard";
import { capitalized, useParticipantText, withParticipant } from "../classes/participants";
import { formatTime } from "../shared/dates";
import { pages } from "../shared/paths";
import { isHeld, obstacleOf } from "./selections";

interface SelectedClassProps {
  selection: Selection;
  eager: boolean;
  /** The check box that adds the selection to the payment. */
  choice: ReactNode;
  onDelete: () => void;
}

/** The card of a selected class, with its price, its available seats, and the buttons to pay and to delete. */
export function SelectedClass({ selection, eager, choice, onDelete }: SelectedClassProps) {
  const { price } = selection;
  const soldOut = selection.seats === 0;
  const obstacle = obstacleOf(selection);
  const begun = obstacle === "already started";
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
          obstacle={obstacle}
        />
      }
      more={
        <>
          {choice}
          <Button size="sm" variant="outline-danger" aria-label={`Delete: ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
      badge={soldOut ? <span className="badge text-bg-danger">Sold out</span> : null}
      soldOut={soldOut}
      eager={eager}
    >
      {participantText === null ? null : <p className="mb-1 fw-semibold">{capitalized(participantText)}</p>}
      {begun ? <p className="mb-2">This class has already started, so you can't join it anymore.</p> : null}
      {obstacle ? null : <p className="mb-2">{seatsText(selection.seats)}</p>}
      <HeldUntil selection={selection} />
    </ClassCard>
  );
}

interface PayButtonProps {
  to: string;
  text: string;
  /** The name of the class, and who takes part. */
  name: string;
  /** Why the user cannot pay; null if they can. */
  obstacle: string | null;
}

function PayButton({ to, text, name, obstacle }: PayButtonProps) {
  const label = `${text}: ${name}`;
  if (obstacle !== null) {
    return (
      <Button disabled aria-label={`${label} (${obstacle})`}>
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

function HeldUntil({ selection }: { selection: Selection }) {
  if (!isHeld(selection)) return null;
  return (
    <p className="mb-2 fw-semibold text-success">
      We're holding a seat for you until {formatTime(selection.heldUntil)}.
    </p>
  );
}

function seatsText(seats: number): string {
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
