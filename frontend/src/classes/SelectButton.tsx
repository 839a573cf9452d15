import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { BusyButton } from "../shared/BusyButton";
import { pages } from "../shared/paths";
import type { CampClass } from "./api";
import { focusCard } from "./cardFocus";
import type { Obstacle, Selecting } from "./useSelecting";

interface SelectButtonProps {
  campClass: CampClass;
  selecting: Selecting;
  obstacle: Obstacle | null;
  /** The ids of the class's name and of the reason why it cannot be selected. */
  labels: { title: string; reason: string };
}

/** Selects a class; disabled where that cannot be. */
export function SelectButton({ campClass, selecting, obstacle, labels }: SelectButtonProps) {
  const select = async () => {
    // The button that had the focus is disabled now.
    if (await selecting.select(campClass)) focusCard(campClass);
  };
  return (
    <BusyButton
      variant="primary"
      busy={selecting.busy === campClass._id}
      disabled={obstacle !== null}
      aria-describedby={`${labels.title} ${labels.reason}`}
      onClick={() => void select()}
    >
      Select
    </BusyButton>
  );
}

const REASONS: Record<Obstacle, ReactNode> = {
  admin: <span className="visually-hidden">Admins do not select classes.</span>,
  instructor: <span className="visually-hidden">Instructors do not select classes.</span>,
  selected: (
    <>
      You have selected this class. <Link to={pages.mySelectedClasses}>Go and pay</Link>
    </>
  ),
  enrolled: (
    <>
      You are enrolled in this class. <Link to={pages.myEnrolledClasses}>See it</Link>
    </>
  ),
  full: <span className="visually-hidden">This class is sold out.</span>,
  waiting: <span className="visually-hidden">One moment, please.</span>,
};

/** Why a class cannot be selected: to be read where it is news, and tied to the button in any case. */
export function Reason({ id, obstacle }: { id: string; obstacle: Obstacle | null }) {
  return (
    <p id={id} className="reason">
      {obstacle === null ? null : REASONS[obstacle]}
    </p>
  );
}
