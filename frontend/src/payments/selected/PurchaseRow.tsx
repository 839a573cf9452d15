import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import type { Selection } from "../../classes/api";
import { ClashNotes } from "../../classes/model/ClashNote";
import { timesText, whenText } from "../../classes/model/facts";
import { Facts } from "../../shared/components/Facts";
import { Price } from "../../shared/components/Price";
import { formatMoney, sumOf } from "../../shared/money";
import { Picture } from "../../shared/pictures/Picture";
import { totalOf } from "./selections";

interface PurchaseRowProps {
  /** Seats in one class. */
  seats: readonly [Selection, ...Selection[]];
  /** Who they are for: `For Mia and Tom`. */
  participants: string | null;
  /** The page that the name of the class links to. */
  to?: string;
  eager?: boolean;
  /** The seats in the rows above this one. */
  above: readonly Selection[];
  /** What stands below the dates, such as the status of the seat. */
  children?: ReactNode;
}

/** A class in the basket or in an order: when it is, who it is for, what it costs, and what it collides with. */
export function PurchaseRow({ seats, participants, to, eager, above, children }: PurchaseRowProps) {
  const id = useId();
  const [campClass] = seats;
  return (
    <article className="purchase" aria-labelledby={id} aria-describedby={clashesIdOf(campClass)}>
      <Picture
        src={campClass.image}
        alt=""
        ratio="1 / 1"
        sizes="5.5rem"
        eager={eager}
        className="rounded-1"
      />
      <div>
        <h2 id={id} className="fs-5 mb-0">
          {to === undefined ? campClass.nameClass : <Link to={to}>{campClass.nameClass}</Link>}
        </h2>
        {participants === null ? null : <p className="mb-0 fw-semibold participants">{participants}</p>}
        <p className="mb-0 text-body-secondary">
          <Facts of={[whenText(campClass), timesText(campClass)].filter(Boolean)} />
        </p>
        {discountsOf(seats).map(([text, amount]) => (
          <p key={text} className="mb-0 text-success">
            {text}: {formatMoney(amount)} off
          </p>
        ))}
        <ClashNotes
          id={clashesIdOf(campClass)}
          classId={campClass.classId}
          participants={seats}
          above={above}
        />
        {children}
      </div>
      <p className="amount price">
        <Price price={totalOf(seats)} listPrice={listPriceOf(seats)} />
      </p>
    </article>
  );
}

/** The id of the element that tells what a row collides with, by the first of its seats. */
export function clashesIdOf({ _id }: Selection): string {
  return `clashes-${_id}`;
}

/** What the seats cost without a discount, in dollars. */
export function listPriceOf(seats: readonly Selection[]): number {
  return sumOf(seats.map(({ price, listPrice }) => listPrice ?? price));
}

/** Each reason of a discount, with the sum in dollars. */
function discountsOf(seats: readonly Selection[]): [text: string, amount: number][] {
  const texts = new Set(
    seats.flatMap(({ discount, discountText }) => (discount ? [discountText ?? ""] : [])),
  );
  return [...texts].map((text) => {
    const reduced = seats.filter(({ discountText }) => discountText === text);
    return [text, sumOf(reduced.map(({ discount }) => discount ?? 0))];
  });
}
