import { useId } from "react";
import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { classCount } from "../../classes/model/facts";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { payText } from "./selections";
import type { Choice } from "./useChoice";

/** A check box that chooses all selections. Renders nothing for a single selection. */
export function ChooseAll({ choice }: { choice: Choice }) {
  const id = useId();
  const { payable, chosen, isFull } = choice;
  if (payable.length < 2) return null;
  return (
    <div className="mb-3">
      <div className="form-check">
        <input
          id={id}
          type="checkbox"
          className="form-check-input"
          checked={isFull || chosen.length === payable.length}
          onChange={choice.toggleAll}
        />
        <label className="form-check-label" htmlFor={id}>
          Select all
        </label>
      </div>
      <p className="mb-0 text-body-secondary">Choose the classes that you'd like to pay for at once.</p>
    </div>
  );
}

interface ChooseSelectionProps {
  selection: Selection;
  choice: Choice;
}

/** A check box that chooses a selection. Renders nothing if the student cannot pay for it. */
export function ChooseSelection({ selection, choice }: ChooseSelectionProps) {
  const id = useId();
  const participantText = useParticipantText()(selection);
  const { payable, chosen, isFull } = choice;
  if (!payable.includes(selection)) return null;
  const checked = chosen.includes(selection);
  return (
    <div className="form-check align-self-center me-auto mb-0">
      <input
        id={id}
        type="checkbox"
        className="form-check-input"
        aria-label={`Add to payment: ${withParticipant(selection.nameClass, participantText)}`}
        checked={checked}
        disabled={isFull && !checked}
        onChange={() => choice.toggle(selection)}
      />
      <label className="form-check-label" htmlFor={id}>
        Add to payment
      </label>
    </div>
  );
}

/** A bar at the bottom of the window that links to the checkout of the chosen selections. Empty if none is chosen. */
export function PayBar({ choice: { chosen, limit, isFull } }: { choice: Choice }) {
  const isEmpty = chosen.length === 0;
  return (
    <div className={isEmpty ? "" : "pay-bar"}>
      <p role="status" className={isFull ? "mb-2" : "visually-hidden"}>
        {isEmpty ? "" : `${classCount(chosen.length)} chosen`}
        {isFull ? `. You can pay for up to ${limit} classes at once.` : ""}
      </p>
      {isEmpty ? null : (
        <Link className="btn btn-primary btn-lg" to={pages.checkoutOf(chosen.map(({ _id }) => _id))}>
          <span className="amount">{payText(chosen)}</span>
        </Link>
      )}
    </div>
  );
}
