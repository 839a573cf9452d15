import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { useIsAdmin } from "../card/BackToClasses";

/** Shown if the class of the URL does not exist or belongs to another instructor. */
export function ClassNotFound() {
  const isAdmin = useIsAdmin();
  return (
    <EmptyState title="We can't find this class.">
      <p>It may have been removed, or it belongs to another instructor.</p>
      <Link className="btn btn-primary" to={isAdmin ? pages.manageClasses : pages.myClasses}>
        {isAdmin ? "See all classes" : "See my classes"}
      </Link>
    </EmptyState>
  );
}
