import Button from "react-bootstrap/Button";

/** Says that the form starts with a draft, which can be discarded. */
export function RestoredDraft({ discard }: { discard: () => void }) {
  return (
    <div role="status" className="alert alert-secondary d-flex flex-wrap align-items-center gap-3">
      Draft restored.
      <Button size="sm" variant="outline-secondary" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}
