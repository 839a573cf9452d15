import { type ComponentProps, useId } from "react";
import { pages } from "../../shared/paths";
import type { CampClass } from "../api";
import { ClassCard } from "../card/ClassCard";
import { openSeats } from "../model/facts";
import { offerOf } from "../model/offers";
import { opensText, useIsOpen } from "../model/opening";
import { earlyText } from "../model/prices";
import { JoinWaitlist, SelectButton } from "../select/OfferButtons";
import { SelectionReason } from "../select/SelectionReason";
import type { ClassSelection } from "../select/useClassSelection";

interface PublicClassCardProps extends Pick<ComponentProps<typeof ClassCard>, "level" | "eager"> {
  campClass: CampClass;
  selection: ClassSelection;
}

/** A class in the public lists, with the Select button, and the button to wait for a seat if it is sold out. */
export function PublicClassCard({ campClass, selection, level, eager }: PublicClassCardProps) {
  const id = useId();
  const open = useIsOpen(campClass);
  const seats = openSeats(campClass);
  const early = earlyText(campClass);
  const offer = offerOf(campClass, selection.family);
  const labels = { title: `${id}-title`, reason: `${id}-reason` };
  const button = { campClass, selection, offer, reasonId: labels.reason };
  return (
    <ClassCard
      campClass={campClass}
      to={pages.class(campClass._id)}
      price={campClass.priceNow}
      listPrice={campClass.price}
      action={<SelectButton {...button} />}
      more={offer.action === "joinWaitlist" ? <JoinWaitlist {...button} /> : null}
      badge={seats === 0 ? <span className="badge text-bg-danger">Sold out</span> : null}
      soldOut={seats === 0}
      level={level}
      titleId={labels.title}
      eager={eager}
    >
      <p className="mb-2">
        Available seats: <strong className="amount">{seats}</strong>
      </p>
      {early === null ? null : <p className="mb-2 fw-semibold">{early}</p>}
      {open ? null : <p className="mb-2 fw-semibold">{opensText(campClass.opensAt)}</p>}
      <SelectionReason id={labels.reason} offer={offer} />
    </ClassCard>
  );
}
