import { Link } from "react-router-dom";
import { pages } from "../shared/paths";
import { EmptyState } from "../shared/states";

/** Shown if the class of the URL does not exist or belongs to another instructor. */
export function ClassNotFound() {
  return (
    <EmptyState title="There is no such class among yours.">
      <p>It may have been removed, or it belongs to somebody else.</p>
      <Link className="btn btn-primary" to={pages.myClasses}>
        See my classes
      </Link>
    </EmptyState>
  );
}
