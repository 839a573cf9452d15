import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { useCardPictureSizes } from "../../shared/components/CardGrid";
import { Facts } from "../../shared/components/Facts";
import { Price } from "../../shared/components/Price";
import { Picture } from "../../shared/pictures/Picture";
import { PictureLink } from "../../shared/pictures/PictureLink";
import type { CampClass } from "../api";
import { cardId } from "../model/cardFocus";
import { fitFacts, instructorOf, type Scheduled, whenText } from "../model/facts";

interface ClassCardProps {
  campClass: Scheduled &
    Pick<CampClass, "_id" | "nameClass" | "image" | "instructorName" | "instructorEmail">;
  /** The page that the name and the picture link to. */
  to?: string;
  /** The price in dollars; null if there is none to show. */
  price: number | null;
  /** The price without a discount. */
  listPrice?: number;
  /** The main button or link, in one line with the price. */
  action: ReactNode;
  /** Further buttons and links, below the price. */
  more?: ReactNode;
  /** The status, on top of the picture. */
  badge?: ReactNode;
  soldOut?: boolean;
  /** The level of the heading. */
  level?: 2 | 3;
  /** The element id of the heading, if another element refers to it. */
  titleId?: string;
  /** Loads the picture eagerly, because it is visible without scrolling. */
  eager?: boolean;
  /** The details of the class. */
  children?: ReactNode;
}

/** The card of a class in every list: picture and status, name, details, and at the bottom price and action. */
export function ClassCard({
  campClass,
  to,
  price,
  listPrice,
  action,
  more,
  badge,
  soldOut = false,
  level = 2,
  titleId,
  eager,
  children,
}: ClassCardProps) {
  const generatedId = useId();
  const labelId = titleId ?? generatedId;
  const fit = fitFacts(campClass);
  const sizes = useCardPictureSizes();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article
      id={cardId(campClass)}
      tabIndex={-1}
      aria-labelledby={labelId}
      className={`card class-card h-100 ${soldOut ? "sold-out" : ""}`}
    >
      <PictureLink to={to}>
        <Picture src={campClass.image} alt="" sizes={sizes} eager={eager} className="card-img-top" />
      </PictureLink>
      {badge ? <p className="class-badge">{badge}</p> : null}
      <div className="card-body">
        <Heading id={labelId} className="h4 mb-1">
          {to === undefined ? campClass.nameClass : <Link to={to}>{campClass.nameClass}</Link>}
        </Heading>
        <p className="class-instructor">with {instructorOf(campClass)}</p>
        <p className="fw-semibold mb-0">{whenText(campClass)}</p>
        {fit.length > 0 ? (
          <p className="mb-1">
            <Facts of={fit} />
          </p>
        ) : null}
        {children}
        <div className="class-foot">
          <p className="price amount">
            {price === null ? null : <Price price={price} listPrice={listPrice} />}
          </p>
          {action}
        </div>
        {more ? <div className="class-more">{more}</div> : null}
      </div>
    </article>
  );
}
