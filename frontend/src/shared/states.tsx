import { type ReactNode, useState } from "react";
import { explain } from "./apiError";
import { BusyButton } from "./BusyButton";
import { Pot } from "./Pot";

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
      <Pot />
      <Heading className="fs-4">{title}</Heading>
      {children}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** What to say of it; by default the failure's own message. */
  text?: string;
  retry?: () => Promise<unknown>;
}

/** Something that could not be had: what happened, and a way to try again. `retry` resolves once it has been tried. */
export function ErrorState({ error, text = explain(error), retry }: ErrorStateProps) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await retry?.();
    setBusy(false);
  };
  return (
    <div className="alert alert-danger" role="alert">
      <p className={retry ? "" : "mb-0"}>{text}</p>
      {retry ? (
        <BusyButton variant="outline-danger" busy={busy} onClick={() => void again()}>
          Try again
        </BusyButton>
      ) : null}
    </div>
  );
}
