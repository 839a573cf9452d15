import type { ReactNode } from "react";
import Button from "react-bootstrap/Button";
import { explain } from "./apiError";

/** A list with nothing in it: says so, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <h2 className="fs-4">{title}</h2>
      {children}
    </div>
  );
}

/** Something that could not be had: what happened, and a way to try again. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div className="alert alert-danger" role="alert">
      <p className={retry ? "" : "mb-0"}>{explain(error)}</p>
      {retry ? (
        <Button variant="outline-danger" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
