import { type ReactNode, useId } from "react";
import { money } from "../shared/money";
import { Picture } from "../shared/Picture";
import type { CampClass } from "./api";
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
    <article className="card h-100 reviewed-card" aria-labelledby={title}>
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
        <a href={`mailto:${of.instructorEmail}`}>{of.instructorEmail}</a>
      </dd>
      <dt>Available seats</dt>
      <dd className="amount">{of.seats}</dd>
      <dt>Enrolled</dt>
      <dd className="amount">{of.enroll}</dd>
    </dl>
  );
}

/** Cards of one height, three in a row where there is room. */
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
    <ul className="row row-cols-1 row-cols-sm-2 row-cols-md-3 g-4 list-unstyled">
      {items.map((item) => (
        <li className="col" key={keyOf(item)}>
          {card(item)}
        </li>
      ))}
    </ul>
  );
}
