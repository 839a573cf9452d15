import { type ReactNode, useId } from "react";
import { Picture } from "../shared/Picture";

interface ClassTileProps {
  nameClass: string;
  instructorName: string;
  image: string;
  /** Seen without scrolling. */
  eager?: boolean;
  className?: string;
  /** What there is to know. */
  children: ReactNode;
  /** What there is to do; it stands at the same place on every card. */
  actions: ReactNode;
}

/** A class of the student's own, as a card. */
export function ClassTile({
  nameClass,
  instructorName,
  image,
  eager,
  className = "",
  ...rest
}: ClassTileProps) {
  const id = useId();
  return (
    <li className="col">
      <article aria-labelledby={id} className={`card class-card h-100 ${className}`}>
        <Picture src={image} alt="" eager={eager} />
        <div className="card-body d-flex flex-column gap-2">
          <div>
            <h2 id={id} className="fs-5 mb-0">
              {nameClass}
            </h2>
            <p className="mb-0 text-body-secondary">with {instructorName}</p>
          </div>
          {rest.children}
          <div className="d-flex flex-wrap gap-2 mt-auto pt-2">{rest.actions}</div>
        </div>
      </article>
    </li>
  );
}

/** Cards in their grid: one column on a phone, two, then three. */
export function ClassTiles({ children }: { children: ReactNode }) {
  return <ul className="row row-cols-1 row-cols-sm-2 row-cols-xl-3 g-4 list-unstyled">{children}</ul>;
}
