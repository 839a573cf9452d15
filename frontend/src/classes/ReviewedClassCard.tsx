import { type ReactNode, useId } from "react";
import { EmailLink } from "../shared/EmailLink";
import { money } from "../shared/money";
import { Picture } from "../shared/Picture";
import type { CampClass } from "./api";
import { cardId } from "./cardFocus";
import { StatusBadge } from "./StatusBadge";

interface ReviewedClassCardProps {
  of: CampClass;
  /** What is said about it below its facts. */
  note?: ReactNode;
  /** The buttons at its foot. */
  actions: ReactNode;
}

/** A class with all that its instructor and the admins must know of it. */
export function ReviewedClassCard({ of, note, actions }: ReviewedClassCardProps) {
  const title = useId();
  return (
    <article id={cardId(of)} className="card h-100 reviewed-card" tabIndex={-1} aria-labelledby={title}>
      <Picture src={of.image} alt="" className="card-img-top" />
      <div className="card-body d-flex flex-column">
        <div className="d-flex justify-content-between align-items-center gap-2 mb-2">
          <StatusBadge status={of.status} />
          <span className="amount fw-semibold">{of.price === 0 ? "Free" : money(of.price)}</span>
        </div>
        <h2 className="h5" id={title}>
          {of.nameClass}
        </h2>
        <Facts of={of} />
        {note}
        <div className="d-flex flex-wrap gap-2 mt-auto pt-3">{actions}</div>
      </div>
    </article>
  );
}

function Facts({ of }: { of: CampClass }) {
  return (
    <dl className="facts">
      <dt>Instructor</dt>
      <dd>{of.instructorName}</dd>
      <dt>Email</dt>
      <dd>
        <EmailLink address={of.instructorEmail} />
      </dd>
      <dt>Available seats</dt>
      <dd className="amount">{of.seats}</dd>
      <dt>Enrolled</dt>
      <dd className="amount">{of.enroll}</dd>
    </dl>
  );
}

/** Cards of one height, as many in a row as can hold an e-mail address beside its name. */
export function CardGrid<Item>({
  items,
  keyOf,
  card,
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  card: (item: Item) => ReactNode;
}) {
  return (
    <ul className="reviewed-grid list-unstyled">
      {items.map((item) => (
        <li key={keyOf(item)}>{card(item)}</li>
      ))}
    </ul>
  );
}
