import { useId } from "react";
import { pages } from "../../shared/paths";
import type { CampClass } from "../api";
import { openSeats } from "../page/classFacts";
import { SelectButton } from "../select/SelectButton";
import { SelectionReason } from "../select/SelectionReason";
import type { ClassSelection } from "../select/useClassSelection";
import { JoinWaitlist } from "../waitlist/JoinWaitlist";
import { useClassWaitlist } from "../waitlist/useClassWaitlist";
import { ClassCard } from "./ClassCard";

interface PublicClassCardProps {
  campClass: CampClass;
  selection: ClassSelection;
  /** The level of the heading. */
  level?: 2 | 3;
  /** Loads the picture eagerly, because it is visible without scrolling. */
  eager?: boolean;
}

/** A class in the public lists, with the Select button, and the button to wait for a seat if it is sold out. */
export function PublicClassCard({ campClass, selection, level, eager }: PublicClassCardProps) {
  const id = useId();
  const seats = openSeats(campClass);
  const block = selection.blockOf(campClass);
  const waitlist = useClassWaitlist(campClass, selection);
  const labels = { title: `${id}-title`, reason: `${id}-reason` };
  return (
    <ClassCard
      campClass={campClass}
      to={pages.class(campClass._id)}
      price={campClass.price}
      action={
        <SelectButton campClass={campClass} selection={selection} block={block} reasonId={labels.reason} />
      }
      more={
        waitlist.isOpen ? (
          <JoinWaitlist
            campClass={campClass}
            selection={selection}
            block={block}
            loading={waitlist.isLoading}
            reasonId={labels.reason}
          />
        ) : null
      }
      badge={seats === 0 ? <span className="badge text-bg-danger">Sold out</span> : null}
      soldOut={seats === 0}
      level={level}
      titleId={labels.title}
      eager={eager}
    >
      <p className="mb-2">
        Available seats: <strong className="amount">{seats}</strong>
      </p>
      {campClass.description ? <Description text={campClass.description} /> : null}
      <SelectionReason
        id={labels.reason}
        block={block}
        statuses={selection.statusesOf(campClass)}
        entries={waitlist.entries}
      />
    </ClassCard>
  );
}

function Description({ text }: { text: string }) {
  return (
    <details className="mb-2">
      <summary>About this class</summary>
      <p className="description mb-0">{text}</p>
    </details>
  );
}
