import { type ReactNode, useState } from "react";
import { explain } from "./apiError";
import { BusyButton } from "./BusyButton";

interface EmptyStateProps {
  title: string;
  /** Where the title stands among the page's headings. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** A list with nothing in it: says so, and what to do next. */
export function EmptyState({ title, level = 2, children }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="empty-state">
      <Heading className="fs-4">{title}</Heading>
      {children}
    </div>
  );
}

/** Something that could not be had: what happened, and a way to try again. `retry` resolves once it has been tried. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await retry?.();
    setBusy(false);
  };
  return (
    <div className="alert alert-danger" role="alert">
      <p className={retry ? "" : "mb-0"}>{explain(error)}</p>
      {retry ? (
        <BusyButton variant="outline-danger" busy={busy} onClick={() => void again()}>
          Try again
        </BusyButton>
      ) : null}
    </div>
  );
}
