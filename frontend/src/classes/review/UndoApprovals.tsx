import Button from "react-bootstrap/Button";
import type { ReviewedClass } from "../api";
import { cardId } from "../model/cardFocus";
import { type Approvals, UNDO_SECONDS } from "./useApprovals";

interface UndoApprovalsProps {
  approvals: Approvals;
  /** Called after an approval was undone; by default its card receives the focus. */
  onUndo?: (campClass: ReviewedClass) => void;
}

function focusCard(campClass: ReviewedClass): void {
  document.getElementById(cardId(campClass))?.focus();
}

/** The approvals that wait, each with a button that takes it back. */
export function UndoApprovals({ approvals: { waiting, undo }, onUndo = focusCard }: UndoApprovalsProps) {
  return (
    // It stays in view while the list is scrolled.
    <div
      role="status"
      className={`position-sticky bottom-0 z-1 d-flex flex-wrap gap-2 bg-body ${waiting.length > 0 ? "py-2" : ""}`}
    >
      {waiting.map((campClass) => (
        <p key={campClass._id} className="verdict border-success">
          “{campClass.nameClass}” will be approved in {UNDO_SECONDS} seconds.{" "}
          <Button
            size="sm"
            variant="outline-secondary"
            onClick={() => {
              undo(campClass);
              onUndo(campClass);
            }}
          >
            Undo<span className="visually-hidden"> the approval of {campClass.nameClass}</span>
          </Button>
        </p>
      ))}
    </div>
  );
}
