import { useId } from "react";
import { money } from "../shared/money";
import { Picture } from "../shared/Picture";
import type { CampClass } from "./api";
import { cardId } from "./cardFocus";
import { Reason, SelectButton } from "./SelectButton";
import type { Selecting } from "./useSelecting";

interface ClassCardProps {
  campClass: CampClass;
  selecting: Selecting;
  level?: 2 | 3;
  /** Its picture is among the first things seen. */
  eager?: boolean;
}

/** A class with its picture, price, instructor, available seats, and the button that selects it. */
export function ClassCard({ campClass, selecting, level = 2, eager = false }: ClassCardProps) {
  const id = useId();
  const { nameClass, image, price, seats, description } = campClass;
  const Heading = level === 2 ? "h2" : "h3";
  const obstacle = selecting.obstacle(campClass);
  const labels = { title: `${id}-title`, reason: `${id}-reason` };
  return (
    <article
      id={cardId(campClass)}
      tabIndex={-1}
      aria-labelledby={labels.title}
      className={`card class-card h-100 ${seats === 0 ? "sold-out" : ""}`}
    >
      <Picture src={image} alt="" eager={eager} className="card-img-top" />
      {seats === 0 ? <span className="badge text-bg-danger">Sold out</span> : null}
      <div className="card-body">
        <Heading id={labels.title} className="h4 mb-1">
          {nameClass}
        </Heading>
        <p className="mb-1">with {campClass.instructorName}</p>
        <p className="mb-2">
          Available seats: <strong className="amount">{seats}</strong>
        </p>
        {description ? <About text={description} /> : null}
        <Reason id={labels.reason} obstacle={obstacle} />
        <div className="class-foot">
          <p className="price amount">{price === 0 ? "Free" : money(price)}</p>
          <SelectButton campClass={campClass} selecting={selecting} obstacle={obstacle} labels={labels} />
        </div>
      </div>
    </article>
  );
}

function About({ text }: { text: string }) {
  return (
    <details className="mb-2">
      <summary>About this class</summary>
      <p className="description mb-0">{text}</p>
    </details>
  );
}
