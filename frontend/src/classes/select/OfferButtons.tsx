import type { ReactNode } from "react";
import type { SelectionAction } from "../../accounts/session/returnTo";
import { BusyButton } from "../../shared/components/BusyButton";
import type { CampClass } from "../api";
import { trackCardFocus } from "../model/cardFocus";
import type { Offer } from "../model/offers";
import type { ClassSelection } from "./useClassSelection";

interface OfferButtonProps {
  campClass: CampClass;
  selection: ClassSelection;
  offer: Offer;
  /** The element id of the reason. */
  reasonId: string;
}

/** Selects a class, where needed after a question. The button is disabled if the user cannot select it. */
export function SelectButton(props: OfferButtonProps) {
  return (
    <OfferButton {...props} action="select" variant="primary">
      Select<span className="visually-hidden"> {props.campClass.nameClass}</span>
    </OfferButton>
  );
}

/** Puts a participant on the waitlist of a sold-out class, where needed after a question. */
export function JoinWaitlist(props: OfferButtonProps) {
  const { nameClass, waiting } = props.campClass;
  return (
    <OfferButton {...props} action="joinWaitlist" variant="secondary">
      Join the waitlist{waiting > 0 ? ` (${waiting} waiting)` : ""}
      <span className="visually-hidden"> for {nameClass}</span>
    </OfferButton>
  );
}

function OfferButton({
  campClass,
  selection,
  offer,
  reasonId,
  action,
  variant,
  children,
}: OfferButtonProps & { action: SelectionAction; variant: string; children: ReactNode }) {
  const begin = async () => {
    const moveFocus = trackCardFocus(campClass);
    // The button is then disabled or gone.
    if (await selection.begin(campClass, action)) moveFocus();
  };
  return (
    <BusyButton
      variant={variant}
      busy={selection.isBusy(campClass, action)}
      disabled={offer.action !== action || offer.obstacle !== null}
      aria-describedby={reasonId}
      onClick={() => void begin()}
    >
      {children}
    </BusyButton>
  );
}
