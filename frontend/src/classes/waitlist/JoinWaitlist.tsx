import { BusyButton } from "../../shared/components/BusyButton";
import type { CampClass } from "../api";
import { trackCardFocus } from "../browse/cardFocus";
import type { ClassSelection } from "../select/useClassSelection";
import type { SelectionBlock } from "../select/useParticipantStatuses";

interface JoinWaitlistProps {
  campClass: CampClass;
  selection: ClassSelection;
  block: SelectionBlock | null;
  /** Whether it is not known yet who waits. */
  loading: boolean;
  /** The element id of the reason why the user cannot select the class. */
  reasonId: string;
}

/** Puts a participant on the waitlist of a sold-out class, where needed after a question. */
export function JoinWaitlist({ campClass, selection, block, loading, reasonId }: JoinWaitlistProps) {
  const { waiting } = campClass;
  const join = async () => {
    const moveFocus = trackCardFocus(campClass);
    // The button disappears once everybody waits.
    if (await selection.join(campClass)) moveFocus();
  };
  return (
    <BusyButton
      variant="secondary"
      busy={selection.isBusy(campClass, "joinWaitlist")}
      disabled={loading || block === "admin" || block === "instructor"}
      aria-describedby={reasonId}
      onClick={() => void join()}
    >
      Join the waitlist{waiting > 0 ? ` (${waiting} waiting)` : ""}
      <span className="visually-hidden"> for {campClass.nameClass}</span>
    </BusyButton>
  );
}
