import type { ClassStatus } from "../api";

interface StatusBadgeProps {
  campClass: { status: ClassStatus; withdrawnAt?: string | null };
}

/** Written out, because the build removes styles whose names do not occur in the sources. */
const STYLES: Record<ClassStatus, string> = {
  Pending: "status-pending",
  Approved: "status-approved",
  Denied: "status-denied",
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
