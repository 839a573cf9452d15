import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Selection } from "../classes/api";
import { timeOf } from "../shared/dates";
import { money } from "../shared/money";
import { pages } from "../shared/paths";
import { ClassTile } from "./ClassTile";
import { priceNow } from "./useHold";

interface SelectedClassProps {
  selection: Selection;
  eager: boolean;
  onDelete: () => void;
}

/** One selected class: what it costs, whether there is a seat, and the two things to do with it. */
export function SelectedClass({ selection, eager, onDelete }: SelectedClassProps) {
  const soldOut = selection.seats === 0;
  const price = priceNow(selection);
  const actions = (
    <>
      <Pay selection={selection} text={price === 0 ? "Enroll for free" : "Pay"} disabled={soldOut} />
      <Button variant="outline-danger" aria-label={`Delete: ${selection.nameClass}`} onClick={onDelete}>
        Delete
      </Button>
    </>
  );
  return (
    <ClassTile {...selection} eager={eager} className={soldOut ? "sold-out" : ""} actions={actions}>
      <p className="d-flex justify-content-between align-items-baseline mb-0">
        <span className="amount fs-5 fw-semibold">{price === 0 ? "Free" : money(price)}</span>
        <span>{soldOut ? <strong>Sold out</strong> : seatsText(selection.seats)}</span>
      </p>
      <HeldUntil selection={selection} />
    </ClassTile>
  );
}

function Pay({ selection, text, disabled }: { selection: Selection; text: string; disabled: boolean }) {
  const label = `${text}: ${selection.nameClass}`;
  if (disabled) {
    return (
      <Button disabled aria-label={`${label} (sold out)`}>
        {text}
      </Button>
    );
  }
  return (
    <Link className="btn btn-primary" to={pages.payment(selection._id)} aria-label={label}>
      {text}
    </Link>
  );
}

function HeldUntil({ selection: { heldUntil } }: { selection: Selection }) {
  if (heldUntil === null || Date.parse(heldUntil) <= Date.now()) return null;
  return <p className="mb-0 fw-semibold text-success">A seat is held for you until {timeOf(heldUntil)}.</p>;
}

function seatsText(seats: number): string {
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
