import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { type ChildPaperwork, missingText, paperworkTitle } from "./paperwork";

interface PaperworkNoteProps {
  /** Nothing until it is loaded, and if no child takes part. */
  paperwork: readonly ChildPaperwork[] | undefined;
  childIds: readonly (string | null)[];
}

/** Links to the paperwork if that of one of these children is not complete. The account holder (null) has none. */
export function PaperworkNote({ paperwork = [], childIds }: PaperworkNoteProps) {
  const lacking = paperwork.filter(
    ({ childId, missing }) => missing.length > 0 && childIds.includes(childId),
  );
  if (lacking.length === 0) return null;
  const missing = new Set(lacking.flatMap((child) => child.missing));
  return (
    <section className="alert alert-info no-print" aria-label="Paperwork">
      <Link className="alert-link tap" to={pages.allPaperwork}>
        {paperworkTitle(lacking)}
      </Link>
      <br />
      We still need {missingText([...missing])}.
    </section>
  );
}
