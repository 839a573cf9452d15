import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { missingText, paperworkTitle, usePaperwork } from "./paperwork";

/** Links to the paperwork of those of these children who still lack some. The account holder (null) has none. */
export function PaperworkNote({ childIds }: { childIds: readonly (string | null)[] }) {
  const { data = [] } = usePaperwork({ enabled: childIds.some((id) => id !== null) });
  const lacking = data.filter(({ childId, missing }) => missing.length > 0 && childIds.includes(childId));
  if (lacking.length === 0) return null;
  return (
    <section className="alert alert-info" aria-label="Paperwork">
      <ul className="list-unstyled d-grid gap-2 mb-0">
        {lacking.map((child) => (
          <li key={child.childId}>
            <Link className="alert-link" to={pages.paperwork(child.childId)}>
              {paperworkTitle(child)}
            </Link>
            <br />
            We still need {missingText(child.missing)}.
          </li>
        ))}
      </ul>
    </section>
  );
}
