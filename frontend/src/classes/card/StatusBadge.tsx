import type { ClassStatus } from "../api";

interface StatusBadgeProps {
  campClass: { status: ClassStatus; withdrawnAt?: string | null };
}

const STYLES: Record<ClassStatus, string> = {
  Pending: "text-bg-warning",
  Approved: "text-bg-success",
  Denied: "text-bg-danger",
};

/** The review status of a class, or that it was withdrawn. */
export function StatusBadge({ campClass: { status, withdrawnAt } }: StatusBadgeProps) {
  return (
    <span className={`badge status ${STYLES[status]}`}>
      <span className="visually-hidden">Status: </span>
      {withdrawnAt ? "Withdrawn" : status}
    </span>
  );
}
