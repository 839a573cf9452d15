import { Link } from "react-router-dom";
import { BusyButton } from "../shared/BusyButton";
import { pages } from "../shared/paths";
import type { CampClass } from "./api";
import { focusCard } from "./cardFocus";
import type { ClassSelection, SelectionBlock } from "./useClassSelection";

interface SelectButtonProps {
  campClass: CampClass;
  selection: ClassSelection;
  block: SelectionBlock | null;
  /** The element id of the reason. */
  reasonId: string;
}

/** Selects a class. The button is disabled if the user cannot select it. */
export function SelectButton({ campClass, selection, block, reasonId }: SelectButtonProps) {
  const select = async () => {
    // The button is disabled after the selection and loses the focus.
    if (await selection.select(campClass)) focusCard(campClass);
  };
  return (
    <BusyButton
      variant="primary"
      busy={selection.isBusy(campClass)}
      disabled={block !== null}
      aria-describedby={reasonId}
      onClick={() => void select()}
    >
      Select
      <span className="visually-hidden"> {campClass.nameClass}</span>
    </BusyButton>
  );
}

const SEE_ENROLLED = (
  <>
    You're enrolled in this class. <Link to={pages.myEnrolledClasses}>View it</Link>
  </>
);

const HIDDEN_REASONS: Partial<Record<SelectionBlock, string>> = {
  admin: "Admins can't select classes.",
  instructor: "Instructors can't select classes.",
  full: "This class is sold out.",
  loading: "One moment, please.",
};

interface ReasonProps {
  id: string;
  block: SelectionBlock | null;
  /** The page on which the student pays for the class. */
  payment: string;
  /** Shows also that the user's role selects no classes. A list says so once. */
  showRole?: boolean;
}

/** Explains why the button is disabled; visually hidden if the page shows the reason elsewhere. */
export function Reason({ id, block, payment, showRole = false }: ReasonProps) {
  const hidden = block === null ? undefined : HIDDEN_REASONS[block];
  return (
    <p id={id} className="reason">
      {block === "selected" ? (
        <>
          You've selected this class. <Link to={payment}>Pay now</Link>
        </>
      ) : null}
      {block === "enrolled" ? SEE_ENROLLED : null}
      {block === "begun" ? "This class has already started, so you can't join it anymore." : null}
      {hidden ? (
        <span className={showRole && isRole(block) ? undefined : "visually-hidden"}>{hidden}</span>
      ) : null}
    </p>
  );
}

function isRole(block: SelectionBlock | null): boolean {
  return block === "admin" || block === "instructor";
}
