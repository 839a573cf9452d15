import type { ClassStatus } from "../api";

interface StatusBadgeProps {
  campClass: { status: ClassStatus; withdrawnAt?: string | null };
}

/** The review status of a class, or that it was withdrawn. */
export function StatusBadge({ campClass: { status, withdrawnAt } }: StatusBadgeProps) {
  return (
    <span className={`badge status status-${status.toLowerCase()}`}>
      <span className="visually-hidden">Status: </span>
      {withdrawnAt ? "Withdrawn" : status}
    </span>
  );
}
