import { Link } from "react-router-dom";
import { pages } from "../shared/paths";
import { EmptyState } from "../shared/states";

/** For an address of a class that is not there, or is somebody else's. */
export function NoSuchClass() {
  return (
    <EmptyState title="There is no such class among yours.">
      <p>It may have been removed, or it belongs to somebody else.</p>
      <Link className="btn btn-primary" to={pages.myClasses}>
        See my classes
      </Link>
    </EmptyState>
  );
}
