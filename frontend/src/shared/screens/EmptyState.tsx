import type { ReactNode } from "react";
import { Pot } from "./Pot";

interface EmptyStateProps {
  title: string;
  /** The level of the heading. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** Shown for an empty list, with what to do next. */
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
