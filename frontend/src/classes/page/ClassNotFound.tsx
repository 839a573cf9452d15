import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";

/** Shown if the class of the URL does not exist or belongs to another instructor. */
export function ClassNotFound() {
  return (
    <EmptyState title="We can't find this class.">
      <p>It may have been removed, or it belongs to another instructor.</p>
      <Link className="btn btn-primary" to={pages.myClasses}>
        See my classes
      </Link>
    </EmptyState>
  );
}
