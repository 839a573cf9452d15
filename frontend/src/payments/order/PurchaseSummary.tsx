import { Link } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import type { Selection } from "../../classes/api";
import { OverlapWith, SelectionOverlapNote } from "../../classes/card/OverlapNote";
import { classCount, instructorOf, scheduleFacts } from "../../classes/model/facts";
import { mayOverlap } from "../../classes/model/overlaps";
import { childNameOf } from "../../classes/model/participants";
import { Facts } from "../../shared/components/Facts";
import { Price } from "../../shared/components/Price";
import { formatMoney, formatPrice } from "../../shared/money";
import { Picture } from "../../shared/pictures/Picture";
import { totalOf } from "../selected/selections";
import { JoinFullClass } from "./JoinFullClass";
import { nextStepAfter, type Obstacle, obstaclesOf } from "./obstacles";

interface PurchaseSummaryProps {
  lines: readonly Selection[];
  /** Why the seats are not held, if they were refused. */
  error?: unknown;
}

/** Lists each class with its price and participant, and the total if there are several. */
export function PurchaseSummary({ lines, error }: PurchaseSummaryProps) {
  const [first] = lines;
  const obstacles = obstaclesOf(error);
  if (first && lines.length === 1) return <PurchaseLine selection={first} />;
  return (
    <>
      <ul className="purchases list-unstyled">
        {lines.map((selection, index) => (
          <li key={selection._id}>
            <PurchaseLine selection={selection} />
            {lines
              .slice(0, index)
              .filter((other) => other.childId === selection.childId && mayOverlap(other, selection))
              .map((other) => (
                <OverlapWith key={other._id} classId={selection.classId} other={other} />
              ))}
            <ObstacleText
              obstacle={obstacles.find(({ selectionId }) => selectionId === selection._id)}
              selection={selection}
            />
          </li>
        ))}
      </ul>
      <p className="d-flex flex-wrap justify-content-between align-items-baseline column-gap-3 fw-semibold">
        Total for {classCount(lines.length)}
        <span className="amount price">{formatPrice(totalOf(lines))}</span>
      </p>
    </>
  );
}

function PurchaseLine({ selection }: { selection: Selection }) {
  const { price, priceNow, listPrice, discount, discountText } = selection;
  const state = useSessionState();
  const student = state.status === "in" ? state.user.name : "";
  const participant = childNameOf(selection) ?? student;
  return (
    <>
      <div className="purchase">
        <Picture src={selection.image} alt="" ratio="1 / 1" sizes="6rem" eager className="rounded-1" />
        <div>
          <h2 className="fs-4 mb-1">{selection.nameClass}</h2>
          <p className="mb-0 text-body-secondary">
            with {instructorOf(selection)}
            {participant ? `, for ${participant}` : null}
          </p>
          <p className="mb-0">
            <Facts of={scheduleFacts(selection)} />
          </p>
          {discount ? (
            <p className="mb-0 fw-semibold text-success">
              {discountText}: {formatMoney(discount)} off
            </p>
          ) : null}
        </div>
        <p className="amount price">
          <Price price={priceNow} listPrice={listPrice ?? price} />
        </p>
      </div>
      <SelectionOverlapNote selection={selection} />
    </>
  );
}

interface ObstacleTextProps {
  obstacle: Obstacle | undefined;
  selection: Selection;
}

function ObstacleText({ obstacle, selection }: ObstacleTextProps) {
  if (!obstacle) return null;
  const { text = obstacle.message, link, waitlist } = nextStepAfter(obstacle);
  return (
    <div className="purchase-obstacle">
      <p className="mb-0">
        {text} {link ? <Link to={link[0]}>{link[1]}</Link> : null}
      </p>
      {waitlist ? <JoinFullClass selection={selection} /> : null}
    </div>
  );
}
