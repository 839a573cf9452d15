import { BusyButton } from "../../shared/components/BusyButton";
import type { CampClass } from "../api";
import { trackCardFocus } from "../browse/cardFocus";
import type { ClassSelection } from "./useClassSelection";
import type { SelectionBlock } from "./useParticipantStatuses";

interface SelectButtonProps {
  campClass: CampClass;
  selection: ClassSelection;
  block: SelectionBlock | null;
  /** The element id of the reason. */
  reasonId: string;
}

/** Selects a class, where needed after a question. The button is disabled if the user cannot select it. */
export function SelectButton({ campClass, selection, block, reasonId }: SelectButtonProps) {
  const select = async () => {
    const moveFocus = trackCardFocus(campClass);
    // The button is disabled after the selection and loses the focus.
    if (await selection.select(campClass)) moveFocus();
  };
  return (
    <BusyButton
      variant="primary"
      busy={selection.isBusy(campClass, "select")}
      disabled={block !== null}
      aria-describedby={reasonId}
      onClick={() => void select()}
    >
      {selection.participants.length > 1 ? "Select for …" : "Select"}
      <span className="visually-hidden"> {campClass.nameClass}</span>
    </BusyButton>
  );
}
