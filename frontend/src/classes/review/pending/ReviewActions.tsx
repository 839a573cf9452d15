import Button from "react-bootstrap/Button";
import type { ReviewedClass } from "../../api";

interface ReviewActionsProps {
  campClass: ReviewedClass;
  canDecide: boolean;
  approve: () => void;
  deny: () => void;
  /** Null if no other class is waiting. */
  next: (() => void) | null;
}

/** The buttons of the page, each with its key. */
export function ReviewActions({ campClass, canDecide, approve, deny, next }: ReviewActionsProps) {
  const name = <span className="visually-hidden"> {campClass.nameClass}</span>;
  return (
    <div className="d-flex flex-wrap gap-2 align-items-center">
      {canDecide ? (
        <>
          <Button aria-keyshortcuts="A" onClick={approve}>
            Approve{name} <Key>A</Key>
          </Button>
          <Button variant="outline-danger" aria-keyshortcuts="D" onClick={deny}>
            Deny{name} <Key>D</Key>
          </Button>
        </>
      ) : null}
      {next ? (
        <Button variant="outline-secondary" aria-keyshortcuts="N" onClick={next}>
          Next <Key>N</Key>
        </Button>
      ) : null}
      <p className="review-keys small text-body-secondary ms-auto mb-0">
        <Key>P</Key> goes back, <Key>U</Key> undoes.
      </p>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="review-key">
      {children}
    </span>
  );
}
