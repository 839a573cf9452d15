import type { ClassStatus } from "./api";

/** The review status of a class. */
export function StatusBadge({ status }: { status: ClassStatus }) {
  return (
    <span className={`badge status status-${status.toLowerCase()}`}>
      <span className="visually-hidden">Status: </span>
      {status}
    </span>
  );
}
