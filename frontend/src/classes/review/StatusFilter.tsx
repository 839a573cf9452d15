import { Link, useSearchParams } from "react-router-dom";
import type { ClassStatus } from "../api";

const STATUSES: readonly ClassStatus[] = ["Pending", "Approved", "Denied"];

/** The status that the URL filters by; null for all classes. */
export function useStatusFilter(): ClassStatus | null {
  const [params] = useSearchParams();
  return STATUSES.find((known) => known === params.get("status")) ?? null;
}

interface StatusFilterProps {
  classes: readonly { status: ClassStatus }[];
  selected: ClassStatus | null;
}

/** Links that filter a list of classes by status, with the number of classes of each. */
export function StatusFilter({ classes, selected }: StatusFilterProps) {
  const count = (status: ClassStatus | null) =>
    status ? classes.filter((campClass) => campClass.status === status).length : classes.length;
  return (
    <nav aria-label="Classes by status" className="mb-4">
      <ul className="nav nav-pills gap-2">
        {[null, ...STATUSES].map((status) => (
          <li className="nav-item" key={status}>
            <Link
              className={`nav-link ${status === selected ? "active" : ""}`}
              aria-current={status === selected ? "page" : undefined}
              to={status ? `?status=${status}` : "?"}
            >
              {status ?? "All"} <span className="amount">({count(status)})</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
