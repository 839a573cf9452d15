import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { useSelections } from "../../classes/api";
import { pages } from "../../shared/paths";
import { Icon } from "./Icon";

const CLASSES = "btn basket order-md-last ms-md-2";

/** The link to the selected classes of a student, with their number. */
export function Basket() {
  const session = useSessionState();
  const isStudent = session.status === "in" && session.role === "student";
  const { data = [] } = useSelections({ enabled: isStudent });
  // Keeps the place, so that the buttons beside it don't move.
  if (session.status === "loading") return <span className={`${CLASSES} invisible`} />;
  if (!isStudent) return null;
  return (
    <Link
      className={CLASSES}
      to={pages.mySelectedClasses}
      aria-label={`Selected classes: ${data.length}`}
      title="Selected classes"
    >
      <Icon name="basket" />
      {data.length > 0 ? <span className="basket-count">{data.length}</span> : null}
    </Link>
  );
}
