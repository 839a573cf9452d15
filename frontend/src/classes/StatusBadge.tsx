import type { Status } from "./approval";

/** What the admins have decided about a class. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={`badge status status-${status.toLowerCase()}`}>
      <span className="visually-hidden">Status: </span>
      {status}
    </span>
  );
}
