import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { type ChildPaperwork, missingText, paperworkTitle } from "./paperwork";

interface PaperworkNoteProps {
  /** Nothing until it is loaded, and if no child takes part. */
  paperwork: readonly ChildPaperwork[] | undefined;
  childIds: readonly (string | null)[];
}

/** Links to the paperwork of each of these children that is not complete. The account holder (null) has none. */
export function PaperworkNote({ paperwork = [], childIds }: PaperworkNoteProps) {
  const lacking = paperwork.filter(
    ({ childId, missing }) => missing.length > 0 && childIds.includes(childId),
  );
  if (lacking.length === 0) return null;
  return (
    <section className="alert alert-info no-print" aria-label="Paperwork">
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
